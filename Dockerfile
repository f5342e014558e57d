# One image for every role; compose.yaml says which command each container runs.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DIRECTOR_MODE=production \
    DATA_DIR=/data \
    STATIC_ROOT=/app/staticfiles

RUN useradd --system --uid 10001 --home-dir /app director \
    && install -d -o director -g director /app /data
WORKDIR /app

COPY requirements/main.txt requirements/main.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/main.txt

COPY --chown=director:director . .
USER director
RUN python manage.py collectstatic --noinput --verbosity 0

EXPOSE 8000
VOLUME /data

# /healthz asks the database. The Host header is one that ALLOWED_HOSTS admits.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", "\
import os, urllib.request as u; \
host = os.environ['ALLOWED_HOSTS'].split(',')[0].strip().lstrip('.'); \
u.urlopen(u.Request('http://127.0.0.1:8000/healthz', headers={'Host': host}), timeout=4)"]

CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
     "--blocking-threads", "4", "--respawn-failed-workers", "tournaments.site.wsgi:application"]
