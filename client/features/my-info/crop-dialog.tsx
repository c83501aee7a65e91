import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { drawCrop, makeAvatarFile } from '#client/features/my-info/avatar-file.ts'
import {
  type Crop,
  largestZoom,
  moveBy,
  placeAt,
  placeOf,
  wholeCrop,
  zoomOf,
  zoomTo,
} from '#client/features/my-info/crop-geometry.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import { uploadFile } from '#client/features/upload/uploader.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ownValue } from '#shared/own-value.ts'
import { uploadTexts } from '#shared/rules/upload-rules.ts'
import css from './crop-dialog.module.css'

const stagePixels = 560
const previewPixels = 192
const keyStep = 5

interface CropDialogProps {
  file: File
  /** Takes the avatar's address; what it throws keeps the dialog open. */
  onUploaded: (resUrl: string) => Promise<void>
  onClose: () => void
}

interface Chosen {
  picture: ImageBitmap
  crop: Crop
}

/** Reads the file once; `undefined` while it is read, `null` when that failed. */
function useChosen(file: File): [Chosen | null | undefined, (crop: Crop) => void] {
  const [chosen, setChosen] = useState<Chosen | null>()
  useEffect(() => {
    let picture: ImageBitmap | undefined
    let gone = false
    createImageBitmap(file).then(
      (read) => {
        picture = read
        if (gone) read.close()
        else setChosen({ picture: read, crop: wholeCrop(read) })
      },
      () => setChosen(null),
    )
    return () => {
      gone = true
      picture?.close()
    }
  }, [file])
  return [chosen, (crop) => setChosen((before) => (before ? { ...before, crop } : before))]
}

interface StageProps {
  chosen: Chosen
  onCrop: (crop: Crop) => void
}

/** What is cut out, and how it is moved. */
function useCrop({ chosen: { picture, crop }, onCrop }: StageProps) {
  const stage = useRef<HTMLCanvasElement>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | undefined>(undefined)
  const id = useId()
  useEffect(() => {
    for (const canvas of [stage.current, preview.current]) if (canvas) drawCrop(canvas, picture, crop)
  }, [picture, crop])
  const place = placeOf(picture, crop)

  function handleDown(event: PointerEvent<HTMLCanvasElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY }
  }
  function handleMove(event: PointerEvent<HTMLCanvasElement>): void {
    const from = held.current
    if (!from) return
    const scale = crop.side / event.currentTarget.clientWidth
    held.current = { x: event.clientX, y: event.clientY }
    onCrop(moveBy(picture, crop, (from.x - event.clientX) * scale, (from.y - event.clientY) * scale))
  }
  // Up and down move the picture up and down whichever of the two has the focus.
  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    const steps = {
      ArrowUp: [0, -keyStep],
      ArrowDown: [0, keyStep],
      ArrowLeft: [-keyStep, 0],
      ArrowRight: [keyStep, 0],
    }
    const step = ownValue(steps, event.key)
    if (!step) return
    event.preventDefault()
    onCrop(
      placeAt(picture, crop, {
        across: Math.min(100, Math.max(0, place.across + (step[0] ?? 0))),
        down: Math.min(100, Math.max(0, place.down + (step[1] ?? 0))),
      }),
    )
  }
  return { stage, preview, held, id, place, handleDown, handleMove, handleKey }
}

function Stage(props: StageProps): ReactNode {
  const {
    chosen: { picture, crop },
    onCrop,
  } = props
  const { stage, preview, held, id, place, handleDown, handleMove, handleKey } = useCrop(props)

  return (
    <div className={css.work}>
      <div className={css.stage}>
        <canvas
          ref={stage}
          width={stagePixels}
          height={stagePixels}
          role="img"
          aria-label="照片的裁剪范围"
          onPointerDown={handleDown}
          onPointerMove={handleMove}
          onPointerUp={() => {
            held.current = undefined
          }}
          onPointerCancel={() => {
            held.current = undefined
          }}
        />
        <input
          className="visually-hidden"
          type="range"
          min={0}
          max={100}
          value={Math.round(place.across)}
          aria-label="左右位置"
          onKeyDown={handleKey}
          onChange={(event) => onCrop(placeAt(picture, crop, { ...place, across: Number(event.target.value) }))}
        />
        <input
          className="visually-hidden"
          type="range"
          min={0}
          max={100}
          value={Math.round(place.down)}
          aria-label="上下位置"
          onKeyDown={handleKey}
          onChange={(event) => onCrop(placeAt(picture, crop, { ...place, down: Number(event.target.value) }))}
        />
      </div>
      <div className={css.side}>
        <canvas
          ref={preview}
          className={css.preview}
          width={previewPixels}
          height={previewPixels}
          role="img"
          aria-label="头像预览"
        />
        <p className="s12 muted" aria-hidden="true">
          预览
        </p>
      </div>
      <div className={css.zoom}>
        <label htmlFor={id}>缩放</label>
        <input
          id={id}
          type="range"
          min={1}
          max={largestZoom(picture)}
          step={0.05}
          value={zoomOf(picture, crop)}
          disabled={largestZoom(picture) === 1}
          onChange={(event) => onCrop(zoomTo(picture, crop, Number(event.target.value)))}
        />
      </div>
    </div>
  )
}

/** Cuts the square out of a picture and sends it: by dragging, by slider, or by arrow keys. */
export function CropDialog({ file, onUploaded, onClose }: CropDialogProps): ReactNode {
  const { api } = useApp()
  const [chosen, setCrop] = useChosen(file)
  const [share, setShare] = useState<number>()
  const [error, setError] = useState('')
  const sending = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const busy = share !== undefined

  async function save({ picture, crop }: Chosen): Promise<void> {
    const controller = new AbortController()
    sending.current = controller
    setError('')
    setShare(0)
    try {
      const avatar = await makeAvatarFile(picture, crop, /\.jpe?g$/i.test(file.name))
      const resUrl = await uploadFile(avatar, { api, kind: 'avatar', onProgress: setShare, signal: controller.signal })
      await onUploaded(resUrl)
    } catch (failure) {
      if (controller.signal.aborted) return
      setShare(undefined)
      if (failure instanceof UploadError && !failure.isShown) setError(failure.message)
    }
  }

  return (
    <Dialog title="裁剪头像" note="拖动照片，或用方向键移动" onClose={onClose}>
      {chosen ? (
        <Stage chosen={chosen} onCrop={setCrop} />
      ) : (
        <div className={css.empty}>{chosen === null ? uploadTexts.readFailed : null}</div>
      )}
      <div className={css.state} aria-live="polite">
        {busy ? (
          <>
            <progress className={css.progress} value={share} max={1} aria-label="上传进度" />
            <span className="num s13">{Math.round(share * 100)}%</span>
          </>
        ) : null}
      </div>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={css.actions}>
        <Button tone="quiet" onClick={onClose}>
          取消
        </Button>
        <Button
          tone="primary"
          busy={busy}
          disabled={!chosen}
          onClick={() => (chosen && !busy ? void save(chosen) : undefined)}
        >
          保存头像
        </Button>
      </div>
    </Dialog>
  )
}
