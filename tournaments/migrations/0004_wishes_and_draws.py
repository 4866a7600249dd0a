
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_bot_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='DrawFile',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='draw_file', serialize=False, to='tournaments.round')),
                ('text', models.TextField(verbose_name='file')),
            ],
            options={
                'verbose_name': 'file of a draw',
                'verbose_name_plural': 'files of draws',
            },
        ),
        migrations.AddField(
            model_name='round',
            name='ignored',
            field=models.JSONField(blank=True, default=list, verbose_name='wishes left out'),
        ),
        migrations.AddField(
            model_name='round',
            name='step',
            field=models.PositiveIntegerField(default=0, verbose_name='changes of the draft'),
        ),
        migrations.AddField(
            model_name='table',
            name='locked',
            field=models.BooleanField(default=False, verbose_name='locked'),
        ),
        migrations.CreateModel(
            name='DraftStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.JSONField()),
                ('change', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='draft_step', to='tournaments.change')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'step of a draft',
                'verbose_name_plural': 'steps of drafts',
                'ordering': ['round', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('apart', 'keep apart'), ('together', 'seat together'), ('place', 'keeps a table or a seat')], max_length=8, verbose_name='what')),
                ('label', models.CharField(blank=True, max_length=80, verbose_name='name of the group')),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='private note')),
                ('made_at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('entries', models.ManyToManyField(related_name='wishes', to='tournaments.entry', verbose_name='who')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'wish',
                'verbose_name_plural': 'wishes',
                'ordering': ['tournament', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'place'), ('table__gte', 1)), models.Q(models.Q(('kind', 'place'), _negated=True), ('place__isnull', True), ('table__isnull', True)), _connector='OR'), name='wish_place_has_table'), models.CheckConstraint(condition=models.Q(('place__isnull', True), ('place__range', (1, 8)), _connector='OR'), name='wish_place_1_to_8')],
            },
        ),
    ]
