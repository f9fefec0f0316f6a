"""Open-Meteo and Hitokoto on loopback: any place, the variables that are asked for, in the documented shape."""

import json
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOUR, DAY = 3600, 86_400

# A value for the row of that number. An unknown variable is refused, as Open-Meteo does.
VALUES = {
    "temperature_2m": lambda row, shift: round(5.8 + shift + (row % 24) / 10, 1),
    "apparent_temperature": lambda row, shift: -1.3,
    "relative_humidity_2m": lambda row, shift: 48,
    "dew_point_2m": lambda row, shift: -2.4,
    "pressure_msl": lambda row, shift: round(1005.3 - row / 10, 1),
    "surface_pressure": lambda row, shift: round(1001.3 - row / 10, 1),
    "weather_code": lambda row, shift: (2, 61, 3, 0, 71)[row % 5],
    "is_day": lambda row, shift: int(row % 24 < 12),
    "wind_speed_10m": lambda row, shift: 6.94,
    "wind_gusts_10m": lambda row, shift: 11.2,
    "wind_direction_10m": lambda row, shift: 350,
    "cloud_cover": lambda row, shift: 40,
    "visibility": lambda row, shift: 24_140.0,
    "precipitation": lambda row, shift: 0.34,
    "precipitation_sum": lambda row, shift: 2.1,
    "precipitation_probability": lambda row, shift: 35,
    "precipitation_probability_max": lambda row, shift: 60,
    "temperature_2m_max": lambda row, shift: round(7.1 + shift + row, 1),
    "temperature_2m_min": lambda row, shift: round(-1.1 + shift + row, 1),
    "european_aqi": lambda row, shift: 31,
    "us_aqi": lambda row, shift: 62,
}


class Upstream:
    def __init__(self):
        self.requests = []
        upstream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                status, answer = upstream.answer(self.path)
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()

    def answer(self, path):
        url = urllib.parse.urlsplit(path)
        query = {name: values[0] for name, values in urllib.parse.parse_qs(url.query).items()}
        self.requests.append(url.path)
        if url.path == "/":
            return 200, {"hitokoto": "Carpe diem.", "type": "i", "from": "Odes", "from_who": "Horace", "length": 11}
        if "latitude" not in query:
            return 400, {"error": True, "reason": "Parameter 'latitude' and 'longitude' are required"}
        coordinates = zip(query["latitude"].split(","), query["longitude"].split(","))
        try:
            places = [self.place(float(latitude), float(longitude), query) for latitude, longitude in coordinates]
        except KeyError as unknown:
            return 400, {"error": True, "reason": f"Cannot initialize from invalid String value {unknown}"}
        return 200, places[0] if len(places) == 1 else places

    def place(self, latitude, longitude, query):
        # Two hours east of Greenwich: hours and days begin where they do in Europe in summer.
        offset = 2 * HOUR
        hour = int(time.time()) // HOUR * HOUR
        midnight = (hour + offset) // DAY * DAY - offset
        # Each place has temperatures of its own, so that a move can be seen.
        shift = round(abs(latitude) % 10, 1)
        answer = {
            "latitude": latitude, "longitude": longitude, "generationtime_ms": 0.4, "utc_offset_seconds": offset,
            "timezone": "Europe/Berlin", "timezone_abbreviation": "GMT+2", "elevation": 34.0,
        }

        def columns(names, times):
            rows = range(len(times))
            return {"time": times, **{name: [VALUES[name](row, shift) for row in rows] for name in names}}

        if "current" in query:
            names = query["current"].split(",")
            answer["current"] = {"time": hour, "interval": 900, **{name: VALUES[name](0, shift) for name in names}}
        if "hourly" in query:
            hours = int(query.get("forecast_hours", 24))
            answer["hourly"] = columns(query["hourly"].split(","), [hour + row * HOUR for row in range(hours)])
        if "daily" in query:
            days = int(query.get("forecast_days", 7))
            answer["daily"] = columns(query["daily"].split(","), [midnight + row * DAY for row in range(days)])
        return answer
