#!/bin/sh
# Takes the broker from Home Assistant, and becomes Kiatsu with the app's options as they are: JSON is YAML.
#
# run.sh            runs the bridge
# run.sh COMMAND…   runs another of Kiatsu's commands with what the bridge was given, such as doctor
set -eu
umask 077
supervisor=${APP_SUPERVISOR:-http://supervisor}
data=${APP_DATA:-/data}
own=${APP_CONFIG:-/config}/kiatsu.yaml
scratch=${APP_SCRATCH:-/tmp/kiatsu}
options=$data/options.json
# What the bridge is told, without the password: that is in a file of its own.
settings=$scratch/settings

fail() {
    echo "Kiatsu: $1" >&2
    exit 1
}

# The token must not be seen among the arguments of a process.
ask() {
    printf 'Authorization: Bearer %s\n' "$SUPERVISOR_TOKEN" |
        curl -fsS -m 10 --retry 3 --retry-connrefused -H @- "$supervisor/$1"
}

broker() {
    answer=$(ask services/mqtt) || fail "Home Assistant has no MQTT broker to offer: install and start the Mosquitto \
broker app, or name a broker of yours in kiatsu.yaml in this app's configuration folder"
    printf %s "$answer" | jq -j '.data.password // empty' >"$scratch/mqtt-password"
    printf %s "$answer" | jq -r '.data
        | @sh "export KIATSU_MQTT_HOST=\(.host) KIATSU_MQTT_PORT=\(.port)",
          (select(.ssl == true) | "export KIATSU_MQTT_TLS=true"),
          (select((.username // "") != "") | @sh "export KIATSU_MQTT_USERNAME=\(.username)")' >>"$settings"
    [ ! -s "$scratch/mqtt-password" ] || echo "export KIATSU_MQTT_PASSWORD_FILE='$scratch/mqtt-password'" >>"$settings"
}

# Panels that say nothing of where they are are at home, and speak its language.
at_home() {
    home=$(ask core/api/config) || {
        echo "Kiatsu: Home Assistant does not say where the home is: $options is used as it is" >&2
        return
    }
    if ! jq -e 'has("language")' "$options" >/dev/null; then
        printf %s "$home" | jq -r '.language // ""
            | if . == "zh-Hans" then "zh" elif . == "zh-Hant" then "zh-TW" else . end
            | select(test("^[a-z]{2,3}(-[A-Z]{2})?$"))
            | "export KIATSU_LANGUAGE=" + .' >>"$settings"
    fi
    if jq -e 'any(.panels[]; (.location // "") == "")' "$options" >/dev/null; then
        printf %s "$home" | jq --slurpfile options "$options" '"\(.latitude),\(.longitude)" as $home
            | $options[0] | .panels |= map(if (.location // "") == "" then .location = $home else . end)' \
            >"$scratch/options.json"
        configuration=$scratch/options.json
    fi
}

prepare() {
    rm -rf "$scratch"
    mkdir -p "$scratch"
    configuration=$options
    if [ -f "$own" ]; then
        configuration=$own
        # A broker of one's own goes before Home Assistant's.
        grep -Eq '^[[:space:]]+host:|^mqtt:.*host:' "$own" || broker
    else
        broker
        at_home
    fi
    {
        echo "export KIATSU_CONFIG='$configuration'"
        echo "export STATE_DIRECTORY='$data' XDG_CACHE_HOME='$data/cache'"
    } >>"$settings"
}

[ $# -gt 0 ] || {
    prepare
    set -- run
}
[ -r "$settings" ] || fail "the app has not been started"
. "$settings"
unset SUPERVISOR_TOKEN HASSIO_TOKEN
# Root without a right that others lack, for good.
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all kiatsu "$@"
