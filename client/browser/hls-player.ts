import { loadHls } from '#client/browser/hls-library.ts'

/** Plays an HLS list in a `<video>`: by hls.js where media sources exist, else natively. Answers how to stop. */
export async function playHls(video: HTMLVideoElement, url: string, onFail: () => void): Promise<() => void> {
  const Hls = await loadHls()
  if (Hls.isSupported()) {
    const hls = new Hls({ maxBufferLength: 20, maxMaxBufferLength: 60, backBufferLength: 30, startFragPrefetch: true })
    let recovered = false
    hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
      if (!fatal) return
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
        recovered = true
        hls.recoverMediaError()
      } else onFail()
    })
    hls.loadSource(url)
    hls.attachMedia(video)
    return () => hls.destroy()
  }
  if (!video.canPlayType('application/vnd.apple.mpegurl')) {
    onFail()
    return () => undefined
  }
  video.addEventListener('error', onFail)
  video.src = url
  return () => {
    video.removeEventListener('error', onFail)
    video.removeAttribute('src')
    video.load()
  }
}
