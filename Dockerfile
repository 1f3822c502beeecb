# Noughts as a server. The page is built with Node as a Python package, the solver with gcc; neither
# is in the image that runs, which needs to write nowhere but to /data.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
WORKDIR /noughts
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[all,games,postgresql]"

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links=/wheels "noughts[all,games,postgresql]" \
    && useradd --uid 10001 --no-create-home noughts \
    && install --directory --owner=noughts /data
USER noughts
VOLUME /data
EXPOSE 8000
ENV PYTHONDONTWRITEBYTECODE=1
HEALTHCHECK --interval=10s CMD \
    ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz')"]
ENTRYPOINT ["noughts", "serve", "--no-browser", "--host=0.0.0.0", "--port=8000"]
CMD ["--database=sqlite:////data/games.sqlite"]
