"""Variants: their pages, their numbers, comparisons."""

from django.urls import path

from trading.views import comparison, looks, variant_files, variants

urlpatterns = [
    path("compare/", comparison.compare_variants, name="compare-variants"),
    path("<int:pk>/", variants.variant, name="variant"),
    path("<int:pk>/look/", looks.second_look, name="variant-look"),
    path("<int:pk>/series.json", variant_files.series, name="variant-series"),
    path("<int:pk>/strategy.py", variant_files.script, name="variant-script"),
    path("<int:pk>/spec.json", variant_files.spec, name="variant-spec"),
    path("<int:pk>/sheet.<slug:ending>", variant_files.sheet, name="variant-sheet"),
    path("<int:pk>/<slug:kind>.csv", variant_files.table, name="variant-csv"),
]
