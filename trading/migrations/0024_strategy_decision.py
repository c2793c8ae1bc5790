from django.db import migrations

# A model's name is the address of its pages in the admin, its content type and the codes of its permissions. Django
# renames the content type with the model. Its permissions stay the rows that they are, so who was given one has it still.
_BEFORE, _AFTER = "decision", "strategydecision"
_ACTS = ("add", "change", "delete", "view")


def _rename(apps, schema_editor, old, new):
    permissions = apps.get_model("auth", "Permission").objects.using(schema_editor.connection.alias)
    ours = permissions.filter(content_type__app_label="trading", content_type__model__in=(_BEFORE, _AFTER))
    for act in _ACTS:
        ours.filter(codename=f"{act}_{old}").update(codename=f"{act}_{new}")


def rename(apps, schema_editor):
    _rename(apps, schema_editor, _BEFORE, _AFTER)


def back(apps, schema_editor):
    _rename(apps, schema_editor, _AFTER, _BEFORE)


class Migration(migrations.Migration):

    dependencies = [
        ("trading", "0023_logged_errors"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        # The table keeps its name: code of the release before goes on until it is stopped, and backups compare tables.
        migrations.AlterModelTable(name="decision", table="trading_decision"),
        migrations.RenameModel(old_name="Decision", new_name="StrategyDecision"),
        migrations.RunPython(rename, back),
    ]
