"""The pages of hypotheses."""

from django.urls import path

from config.lazy_import import LazyViews

acts = LazyViews("hypotheses.views.acts")
detail = LazyViews("hypotheses.views.detail")
new = LazyViews("hypotheses.views.new")

urlpatterns = [
    path("", detail.hypotheses, name="hypotheses"),
    path("bulk/", detail.bulk, name="bulk"),
    path("new/many/", new.many, name="many-ideas"),
    path("new/", new.new, name="new-hypothesis"),
    path("new/frame/", new.frame, name="frame-idea"),
    path("<int:pk>/", detail.detail, name="hypothesis"),
    path("<int:pk>/progress/", detail.progress, name="progress"),
    path("<int:pk>/compare/", detail.compare, name="compare"),
    path("<int:pk>/export.<slug:ending>", detail.export, name="hypothesis-export"),
    path("<int:pk>/edit/", acts.edit, name="edit-question"),
    path("<int:pk>/answer/", acts.answer, name="answer"),
    path("<int:pk>/override/", acts.override, name="override"),
    path("<int:pk>/decisions/<int:decision>/withdraw/", acts.withdraw, name="withdraw"),
    path("<int:pk>/archive/", acts.archive, name="archive"),
    path("<int:pk>/restore/", acts.restore, name="restore"),
    path("<int:pk>/erase/", acts.erase, name="erase"),
    path("<int:pk>/preregister/", acts.preregister_page, name="preregister"),
    path("<int:pk>/preregistration/<int:number>/", acts.registration, name="preregistration"),
    path(
        "<int:pk>/preregistration/<int:number>/export.md",
        acts.as_markdown,
        name="preregistration-markdown",
    ),
    path(
        "<int:pk>/preregistration/<int:number>/export.json",
        acts.as_json,
        name="preregistration-json",
    ),
    path("<int:pk>/runs/<int:run>/retry/", acts.retry, name="retry-run"),
    path("<int:pk>/runs/<int:run>/cancel/", acts.cancel, name="cancel-run"),
]
