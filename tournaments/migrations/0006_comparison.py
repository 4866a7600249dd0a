"""What is compared between tables of different size: totals, as before, in every tournament that is there already."""

from django.db import migrations, models

COMPARISONS = [
    ("fitting", "what fits the tables of the first seating"),
    ("totals", "total points"),
    ("adjusted", "adjusted points: less what is usual at tables of that size"),
    ("placing", "placing points: for the place at each table"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_bot_tables_laid")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="comparison",
            field=models.CharField(
                choices=COMPARISONS, default="totals", max_length=8, verbose_name="tables of different size"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="comparison",
            field=models.CharField(
                choices=COMPARISONS, default="fitting", max_length=8, verbose_name="tables of different size"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="imputation",
            field=models.CharField(
                choices=[
                    ("none", "nothing: stands unranked below the others"),
                    ("table_highest", "the table’s highest in that hand"),
                    ("round_average", "the round’s average"),
                    ("own_average", "the person’s own average in other rounds"),
                    ("fixed", "a fixed number of points"),
                ],
                default="none",
                max_length=14,
                verbose_name="a hand not played",
            ),
        ),
    ]
