import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { encryptPoint, slideKey, slideMax, slidePlace } from '#client/features/login/slide-point.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { slide } from '#shared/rules/captcha-rules.ts'
import { checkCaptcha } from '#client/features/login/login-queries.ts'
import css from './captcha-dialog.module.css'

interface SlideCaptchaProps {
  info: CallOutput<'GET /api/auth/captcha/get'>
  /** Of the attempt before. */
  message: string
  onPassed: (proof: CaptchaProof) => Promise<void>
  /** This challenge is used up: another, please. */
  onFailed: (message: string) => void
}

type Phase = 'ready' | 'checking' | 'passed' | 'failed'

const words: Readonly<Record<Phase, string>> = {
  ready: '对准上方或下方同样的东西',
  checking: '正在验证…',
  passed: '验证成功',
  failed: '验证失败',
}
/** After a success the request for the SMS waits this long; after a failure the puzzle comes back (spec §4). */
const passedMs = 1000
const failedMs = 300
/** Less than this is a press, not a drag. */
const dragFrom = 3

function picture(base64: string): string {
  return `data:image/webp;base64,${base64}`
}

/** Whether the place is right, as the server says; then a moment in which its answer is seen. */
function useCheck({ info, onPassed, onFailed }: SlideCaptchaProps) {
  const { api } = useApp()
  const [phase, setPhase] = useState<Phase>('ready')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function check(at: number): Promise<void> {
    if (phase !== 'ready') return
    setPhase('checking')
    let passed = false
    try {
      const input = {
        pointJson: encryptPoint(at, info.secretKey),
        captchaType: 'blockPuzzle',
        token: info.token,
      } as const
      passed = (await checkCaptcha(api, input)).result === 1
    } catch {
      // No verdict is a failure, too: the challenge may be used up.
    }
    setPhase(passed ? 'passed' : 'failed')
    timer.current = setTimeout(
      () => {
        if (passed) void onPassed({ captchaType: 'blockPuzzle', captchaToken: info.token })
        else onFailed(words.failed)
      },
      passed ? passedMs : failedMs,
    )
  }
  return { phase, check }
}

/** The puzzle: its picture, its block and how it is moved. */
function useSlide(props: SlideCaptchaProps) {
  const [x, setX] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; x: number; moved: boolean }>(undefined)

  useEffect(() => {
    // Whoever pressed a button of the window stays there; everybody else is at the slider.
    if (!(document.activeElement instanceof HTMLButtonElement)) handle.current?.focus()
  }, [])
  // NOTE: by script, since the site's CSP refuses style attributes.
  useLayoutEffect(() => root.current?.style.setProperty('--x', String(x)), [x])

  const { phase, check } = useCheck(props)
  /** Pixels of the screen as pixels of the picture. */
  const inPicture = (pixels: number): number => (pixels * slide.width) / (track.current?.clientWidth || slide.width)

  const handleDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (phase !== 'ready' || event.button !== 0) return
    event.preventDefault()
    handle.current?.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    let start = x
    if (event.target instanceof Node && !handle.current?.contains(event.target)) {
      start = slidePlace(inPicture(event.clientX - event.currentTarget.getBoundingClientRect().left) - slide.block / 2)
      setX(start)
    }
    drag.current = { from: event.clientX, x: start, moved: false }
  }
  const handleMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!drag.current) return
    const by = event.clientX - drag.current.from
    if (Math.abs(by) >= dragFrom) drag.current.moved = true
    if (drag.current.moved) setX(slidePlace(drag.current.x + inPicture(by)))
  }
  const handleUp = (event: PointerEvent<HTMLDivElement>): void => {
    const ended = drag.current
    drag.current = undefined
    if (ended?.moved) void check(slidePlace(ended.x + inPicture(event.clientX - ended.from)))
  }
  const handleCancel = (): void => {
    drag.current = undefined
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (phase !== 'ready') return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      void check(x)
      return
    }
    const to = slideKey(x, event.key, event.shiftKey)
    if (to === undefined) return
    event.preventDefault()
    setX(to)
  }
  return { x, phase, root, track, handle, check, handleDown, handleMove, handleUp, handleCancel, handleKey }
}

/**
 * The slide puzzle: the piece is dragged, or moved by arrow keys, or by a press on the bar. Letting go after a drag checks;
 * keys and presses are followed by Enter or the button, so that nobody is checked half-way.
 */
export function SlideCaptcha(props: SlideCaptchaProps): ReactNode {
  const { info, message } = props
  const { x, phase, root, track, handle, check, handleDown, handleMove, handleUp, handleCancel, handleKey } =
    useSlide(props)

  return (
    <div ref={root}>
      <div className={css.puzzle} data-challenge={info.token}>
        <img
          src={picture(info.originalImageBase64)}
          alt="上下两排共十二个圆形图案，其中一个和中间的小图画着同样的东西"
          draggable={false}
        />
        <img className={css.piece} src={picture(info.jigsawImageBase64)} alt="" draggable={false} />
      </div>
      <div
        ref={track}
        className={css.track}
        data-phase={phase}
        data-far={x > slideMax / 2 || undefined}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleCancel}
      >
        <i className={css.done} />
        <div
          ref={handle}
          className={css.handle}
          role="slider"
          tabIndex={0}
          aria-label="把小图移到画着同样东西的图案的正上方或正下方"
          aria-describedby="slide-help"
          aria-valuemin={0}
          aria-valuemax={slideMax}
          aria-valuenow={x}
          aria-valuetext={`离左边 ${x} 像素`}
          onKeyDown={handleKey}
        >
          <Icon name={phase === 'passed' ? 'check' : phase === 'failed' ? 'close' : 'right'} size={18} />
        </div>
        <span className={css.word} role="status">
          {words[phase]}
        </span>
      </div>
      <p id="slide-help" className="visually-hidden">
        左右方向键移动 1 像素，按住 Shift 移动 10 像素，回车键验证。
      </p>
      {message && phase === 'ready' && x === 0 ? (
        <p className={css.message} role="alert">
          {message}
        </p>
      ) : null}
      {x > 0 && phase === 'ready' ? (
        <Button className={css.check} tone="secondary" size="s" full onClick={() => void check(x)}>
          验证
        </Button>
      ) : null}
    </div>
  )
}
