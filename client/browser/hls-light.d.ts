/** The light build has no types of its own; it is the whole one without subtitles, alternate audio and DRM. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
