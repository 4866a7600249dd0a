from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def say_by_which_rules(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Hands that were dealt before were dealt by the rules of their games."""
    plays = apps.get_model("games", "ScreenPlay").objects.using(schema_editor.connection.alias)
    for play in plays.filter(hand__isnull=False).select_related("game"):
        play.rules = play.game.rules
        play.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("games", "0005_tables_on_screen")]

    operations = [
        migrations.AddField(
            model_name="screenplay",
            name="rules",
            field=models.CharField(blank=True, max_length=400, verbose_name="rules"),
        ),
        migrations.RunPython(say_by_which_rules, migrations.RunPython.noop),
    ]
