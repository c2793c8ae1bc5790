"""Datasets: the list, a history's page, uploads."""

from django.urls import path

from trading.views import datasets, uploads

urlpatterns = [
    path("", datasets.datasets, name="datasets"),
    path("bundled/", datasets.install, name="dataset-bundled"),
    path("auxiliary/<int:pk>/", datasets.auxiliary, name="auxiliary-dataset"),
    path("upload/", uploads.upload, name="upload"),
    path("upload/<int:pk>/", uploads.preview, name="upload-preview"),
    path("<int:pk>/", datasets.dataset, name="dataset"),
    path("<int:pk>/prices.json", datasets.prices, name="dataset-prices"),
    path("<int:pk>/prices.csv", datasets.prices_csv, name="dataset-csv"),
]
