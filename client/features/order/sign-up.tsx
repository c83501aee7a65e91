import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { LessonEntryLink } from '#client/features/common/lesson-entry.tsx'
import { askLogin } from '#client/features/login/login-store.ts'
import { keepSignUp, takeSignUp } from '#client/features/order/pending-sign-up.ts'
import { payHref, signUpOutcome } from '#client/features/order/sign-up-outcome.ts'
import { usePurchase } from '#client/features/order/use-purchase.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { showMoney } from '#shared/rules/money.ts'
import { signUpFree } from '#client/features/order/sign-up-queries.ts'
import { signUpTexts } from '#shared/rules/order-rules.ts'

const ScheduleDialog = lazyDialog(() =>
  import('#client/features/order/schedule-dialog.tsx').then((m) => m.ScheduleDialog),
)

export interface SignUpProps {
  productId: number
  lectureType: number
  isCharge: boolean
  /** Classes that are open: with several the learner chooses. */
  schedules: readonly { id: number }[]
  /** Secondary beside a button that leads. */
  tone?: 'primary' | 'secondary'
}

/** Codes that open the login dialog instead of saying that it failed (spec §7). */
function needsLogin(error: ApiError): boolean {
  return error.code === Code.LogoutCode || error.code === Code.LoginTimeout
}

/** Who has the course: the way into its next lesson, and what else there is of it. `isFirst`: no other button leads. */
function Signed({
  purchase,
  isFirst,
}: {
  purchase: CallOutput<'GET /api/order/purchase'>
  isFirst: boolean
}): ReactNode {
  const { way, entranceOrderNo } = purchase
  return (
    <>
      {way ? <LessonEntryLink way={way} size="l" isFirst={isFirst} /> : null}
      {entranceOrderNo ? (
        <ButtonLink tone={way || !isFirst ? 'quiet' : 'primary'} size="l" href={`/entrance/${entranceOrderNo}`}>
          查看入学信息
        </ButtonLink>
      ) : null}
      <Tag tone="got">已报名</Tag>
    </>
  )
}

/** What was begun before the login goes on after it. */
function usePending(
  productId: number,
  isSignedIn: boolean,
  go: (scheduleId: number | undefined) => Promise<void>,
): void {
  const goOn = useEffectEvent(go)
  useEffect(() => {
    const pending = isSignedIn ? takeSignUp(productId) : undefined
    if (pending) void goOn(pending.scheduleId)
  }, [isSignedIn, productId])
}

/** What can be signed up for, and doing so. */
function useSignUp({ productId, lectureType, isCharge, schedules }: SignUpProps) {
  const { api, env } = useApp()
  const { settled, user } = useSession()
  const { purchase, refresh } = usePurchase(productId)
  const [busy, setBusy] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const running = useRef(false)

  async function signUp(scheduleId: number | undefined): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const answer = await signUpFree(api, {
        courseId: productId,
        lectureType,
        ...(scheduleId ? { classScheduleId: scheduleId } : {}),
      })
      const outcome = signUpOutcome(answer)
      if (outcome === 'pay' && answer.orderNo) return navigate(payHref(answer.orderNo, lectureType))
      if (outcome === 'done') toast(signUpTexts[purchase?.needsClass ? 'classChosen' : 'done'], 'good')
      else toast(signUpTexts.failed, 'bad')
      await refresh()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Those open the login, or have been said already.
      if (needsLogin(error)) keepSignUp({ productId, scheduleId })
      else if (error.code !== Code.Toast) toast(error.message || signUpTexts.failed, 'bad')
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  /** What is free has no cashier that would tell of a clash: the class is shown with it first. */
  async function signUpWarned(scheduleId: number | undefined): Promise<void> {
    if (isCharge || !scheduleId) return signUp(scheduleId)
    setBusy(true)
    const isClashing = await import('#client/features/order/class-clash.ts')
      .then((m) => m.hasClash(api, scheduleId))
      .catch(() => false)
    setBusy(false)
    if (isClashing) setChoosing(true)
    else await signUp(scheduleId)
  }

  function start(): void {
    // Who has the course chooses nothing but the class, so it is shown even when there is one.
    if (schedules.length > 1 || purchase?.needsClass) return setChoosing(true)
    begin(schedules[0]?.id, signUpWarned)
  }

  function begin(scheduleId: number | undefined, go: typeof signUp): void {
    setChoosing(false)
    if (settled && !user) {
      keepSignUp({ productId, scheduleId })
      return askLogin({ via: 'action' })
    }
    void go(scheduleId)
  }

  usePending(productId, user !== undefined, signUpWarned)
  const choose = choosing ? (
    <ScheduleDialog
      styles={env.css['schedule-dialog']}
      courseId={productId}
      action={purchase?.needsClass ? '选这个班' : '报这个班'}
      onChoose={(scheduleId) => begin(scheduleId, signUp)}
      onClose={() => setChoosing(false)}
    />
  ) : null
  return { purchase, busy, start, choose }
}

/**
 * The button that signs up: login first where it is needed, then the class where there are several, then the cashier or
 * «报名成功». Who has the course already sees that instead.
 */
export function SignUp(props: SignUpProps): ReactNode {
  const { productId, lectureType, isCharge, schedules, tone = 'primary' } = props
  const { purchase, busy, start, choose } = useSignUp(props)
  if (purchase?.isSignUp) {
    const choosesClass = purchase.needsClass && schedules.length > 0
    return (
      <>
        {choosesClass ? (
          <Button tone="primary" size="l" busy={busy} disabled={busy} onClick={start}>
            选择班期
          </Button>
        ) : null}
        <Signed purchase={purchase} isFirst={!choosesClass} />
        {choose}
      </>
    )
  }
  if (purchase?.openOrderNo) {
    return (
      <ButtonLink tone={tone} size="l" href={payHref(purchase.openOrderNo, lectureType)}>
        {purchase.openOrderPaid ? '付尾款' : '去支付'}
      </ButtonLink>
    )
  }
  return (
    <>
      <Button tone={tone} size="l" busy={busy} disabled={busy} onClick={start}>
        {purchase?.depositId ? '付尾款' : isCharge ? '立即报名' : '免费报名'}
      </Button>
      {purchase?.deposit ? (
        <ButtonLink
          tone="secondary"
          size="l"
          href={`/order/deposit/${purchase.deposit.channel}?productId=${productId}`}
        >
          定金 ¥{showMoney(purchase.deposit.amount)} 抵 ¥{showMoney(purchase.deposit.deductAmount)}
        </ButtonLink>
      ) : null}
      {choose}
    </>
  )
}
