# The bridge in a container, from the Debian packages that deploy/deb made:
#
#     docker build -t kiatsu -f deploy/docker/package.Dockerfile .                     with pictures
#     docker build -t kiatsu -f deploy/docker/package.Dockerfile --target bridge .   without: 46 MB, without a shell
#
# For arm64, from those of deploy/arm64: --platform linux/arm64 --build-arg PACKAGES=.build/arm64
# The images are as those of the Dockerfile beside this one.
ARG DEBIAN=docker.io/library/debian:bookworm-slim

FROM ${DEBIAN} AS installed
ARG PACKAGES=.build/deb
ARG TARGETARCH
COPY ${PACKAGES}/kiatsu_*_${TARGETARCH}.deb /tmp/packages/
RUN apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/packages/kiatsu_*.deb \
    && rm -rf /tmp/packages /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
    && useradd --system --uid 990 --no-create-home --home-dir /var/lib/kiatsu --shell /usr/sbin/nologin kiatsu \
    && install -d -o kiatsu -g kiatsu -m 700 /var/lib/kiatsu

FROM installed AS collected
COPY deploy/docker/collect /tmp/
RUN /tmp/collect /image

FROM scratch AS bridge
COPY --from=collected /image/ /
# The variables are systemd's: the database, and where a secret without a path is looked for.
ENV PATH=/usr/bin STATE_DIRECTORY=/var/lib/kiatsu CREDENTIALS_DIRECTORY=/run/secrets SWIFT_BACKTRACE=enable=no
USER 990:990
VOLUME /var/lib/kiatsu
# Of the bridge alone: a container started again because a forecast service is away would help nobody.
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s CMD ["kiatsu", "healthcheck", "--alive"]
ENTRYPOINT ["kiatsu"]
CMD ["run"]

FROM installed
ARG PACKAGES=.build/deb
ARG TARGETARCH
COPY ${PACKAGES}/kiatsu-draw_*_${TARGETARCH}.deb /tmp/packages/
RUN apt-get update -q && apt-get install -y -q /tmp/packages/kiatsu-draw_*.deb \
    && rm -rf /tmp/packages /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
ENV STATE_DIRECTORY=/var/lib/kiatsu CREDENTIALS_DIRECTORY=/run/secrets XDG_CACHE_HOME=/var/lib/kiatsu/cache \
    SWIFT_BACKTRACE=enable=no
USER 990:990
VOLUME /var/lib/kiatsu
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s CMD ["kiatsu", "healthcheck", "--alive"]
ENTRYPOINT ["kiatsu"]
CMD ["run"]
