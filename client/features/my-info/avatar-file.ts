import type { Crop } from '#client/features/my-info/crop-geometry.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { avatarLimit, uploadTexts } from '#shared/rules/upload-rules.ts'

const largestEdge = 512
const mostBytes = avatarLimit * 1024 * 1024

/** Draws the square of the picture over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new UploadError(uploadTexts.readFailed))), type, quality),
  )
}

/** Paper under what is transparent: JPEG knows no transparency. */
function layPaper(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
}

/** The square as a file to upload: PNG where it may be transparent and stays small, JPEG else. Below a megabyte. */
export async function makeAvatarFile(picture: ImageBitmap, crop: Crop, isPhoto: boolean): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(largestEdge, Math.round(crop.side)))
  canvas.height = canvas.width
  drawCrop(canvas, picture, crop)
  if (!isPhoto) {
    const png = await toBlob(canvas, 'image/png')
    if (png.size <= mostBytes) return new File([png], 'avatar.png', { type: 'image/png' })
  }
  layPaper(canvas)
  for (const quality of [0.92, 0.8, 0.6]) {
    const jpeg = await toBlob(canvas, 'image/jpeg', quality)
    if (jpeg.size <= mostBytes) return new File([jpeg], 'avatar.jpg', { type: 'image/jpeg' })
  }
  throw new UploadError(uploadTexts.avatarTooBig)
}
