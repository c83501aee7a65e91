/** Longer edges say nothing more about a sheet of paper. */
const longestEdge = 4096
const leastEdge = 800
const qualities = [0.9, 0.8, 0.7] as const

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

function draw(picture: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    // what was clear would be black
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

/**
 * A photo as a JPEG of at most `most` bytes, upright as its camera noted it, as large as that allows; place and time of the shot stay behind.
 * Undefined when this browser can't show it.
 */
export async function shrinkPhoto(file: File, most: number): Promise<File | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  try {
    for (let edge = longestEdge; edge >= leastEdge; edge *= 0.75) {
      const canvas = draw(picture, edge)
      for (const quality of qualities) {
        const jpeg = await toJpeg(canvas, quality)
        if (jpeg && jpeg.type === 'image/jpeg' && jpeg.size <= most)
          return new File([jpeg], file.name.replace(/\.[^.]{1,8}$/, '.jpg'), { type: 'image/jpeg' })
      }
    }
    return undefined
  } finally {
    picture.close()
  }
}
