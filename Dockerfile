# Two stages: the first installs everything and builds, the second keeps production packages and the built site.
# A container is the real site and needs its settings (docs/configuration.md); `docker run -e SITE_ENV=development -p 3000:3000`
# is the demo, whose log tells accounts and codes.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN PATH=/app/node_modules/.bin:$PATH NODE_ENV=production npm run build \
 && npm prune --omit=dev

FROM node:24-bookworm-slim
# Turns teachers' streams into HLS when RTMP_PORT is set.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
    SITE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# Pages, and teachers' streams (RTMP_PORT=1935).
EXPOSE 3000 1935
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/index.js"]
