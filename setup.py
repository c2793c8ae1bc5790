"""What is installed: the packages, and in `config/shipped` what a checkout has beside them."""

from setuptools import find_namespace_packages, setup

SHIPPED = "config.shipped"

setup(
    packages=[*find_namespace_packages(include=["config*", "hypotheses*", "trading*"]), SHIPPED],
    package_dir={SHIPPED: "."},
    py_modules=[],
    package_data={
        "": ["*.csv", "*.json", "*.jsonl", "*.md", "*.npz", "*.toml", "*.txt"],
        SHIPPED: [
            "templates/**/*", "static/**/*", "locale/**/*.mo", "requirements.txt",
        ],
    },
)  # fmt: skip
