/** How far a picture is zoomed and moved; pixels from its resting place in the middle of the stage. */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const atRest: Zoom = { scale: 1, x: 0, y: 0 }
export const maxScale = 6
/** A step of the keys and buttons. */
export const zoomStep = 1.4

/** A picture that fits may be moved this part of the stage; a zoomed one until its edge is so far inside. */
const play = 0.3

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value))
}

/** Keeps a picture (its size at scale 1) in reach on the stage. */
export function keepInReach({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const reach = (length: number, room: number): number => Math.max(0, (length * scale - room) / 2) + room * play
  return { scale, x: clamp(x, reach(picture.width, stage.width)), y: clamp(y, reach(picture.height, stage.height)) }
}

/** Zooms by a factor so that what lies under the point (from the middle of the stage) stays there; at scale 1 it is at rest. */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor))
  if (scale === 1) return atRest
  const ratio = scale / zoom.scale
  return { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }
}
