from django.db import migrations, models


def forget(apps, schema_editor):
    """Rows of the old form do not say which server they are of: it is learned again."""
    apps.get_model("runs", "ServerAbilities").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('runs', '0006_server_abilities'),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AddField(
            model_name='serverabilities',
            name='base_url',
            field=models.TextField(default='', verbose_name='address'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='serverabilities',
            name='model',
            field=models.TextField(default='', verbose_name='model'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='serverabilities',
            name='learned_at',
            field=models.DateTimeField(auto_now_add=True, verbose_name='learned at'),
        ),
    ]
