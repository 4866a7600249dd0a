import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_bot_tables'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='sealedhand',
            name='from_step',
        ),
        migrations.AddField(
            model_name='botplay',
            name='why',
            field=models.CharField(blank=True, max_length=200, verbose_name='reason for playing it again'),
        ),
        migrations.AddField(
            model_name='sealedhand',
            name='shown_at',
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now, verbose_name='shown'),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name='botplay',
            constraint=models.CheckConstraint(condition=models.Q(('attempt', 1), models.Q(('why', ''), _negated=True), _connector='OR'), name='bot_play_again_has_reason'),
        ),
    ]
