import { type ReactNode, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { askLogin } from '#client/features/login/login-store.ts'
import { Money } from '#client/features/order/money.tsx'
import { Goods } from '#client/features/order/order-goods.tsx'
import { depositOfferQuery, createDepositOrder } from '#client/features/order/order-queries.ts'
import { payHref } from '#client/features/order/sign-up-outcome.ts'
import type { depositInput } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { DepositState } from '#shared/contract/enums.ts'
import { dayText } from '#shared/rules/number-text.ts'
import css from './order-deposit.module.css'

type DepositChoice = ReturnType<typeof depositInput>

/** The deposit that is offered, and ordering it. */
function useDepositOrder({ choice: input }: PageProps<DepositChoice>) {
  const { api } = useApp()
  const offer = useRead(depositOfferQuery, input)
  const [busy, setBusy] = useState(false)
  const token = useRef<string>(undefined)
  const { product, own } = offer
  const soldOut = offer.stock === 0

  async function create(): Promise<void> {
    setBusy(true)
    token.current ??= crypto.randomUUID()
    try {
      const { orderNo } = await createDepositOrder(api, {
        ...input,
        clientToken: token.current,
      })
      navigate(payHref(orderNo, product.lectureType))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.LogoutCode) askLogin({ via: 'action' })
      else if (error.code === Code.Fail) toast(error.message || '没有下单，请再试一次', 'bad')
      setBusy(false)
    }
  }
  return { offer, busy, product, own, soldOut, create }
}

/** Confirms a deposit: what is paid now, what it takes off, what is left and until when. */
export function OrderDeposit(props: PageProps<DepositChoice>): ReactNode {
  const { offer, busy, product, own, soldOut, create } = useDepositOrder(props)

  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>支付定金</h1>
      <Goods {...product} orderKind={1} scheduleName={null} amount={product.price} />
      <dl className={css.facts}>
        <div>
          <dt>现在付</dt>
          <dd className={css.now}>
            <Money value={offer.depositAmount} />
          </dd>
        </div>
        <div>
          <dt>报名时抵</dt>
          <dd>
            <Money value={offer.deductAmount} />
          </dd>
        </div>
        <div>
          <dt>到时再付</dt>
          <dd>
            <Money value={offer.balance} />
          </dd>
        </div>
        <div>
          <dt>付清期限</dt>
          <dd>付定金后 {offer.balanceDays} 天内</dd>
        </div>
        <div>
          <dt>活动截止</dt>
          <dd className="num">{dayText(offer.endDate)}</dd>
        </div>
        {offer.stock === null ? null : (
          <div>
            <dt>名额</dt>
            <dd>{soldOut ? '已满' : `还剩 ${offer.stock} 个`}</dd>
          </div>
        )}
      </dl>
      <p className="muted">
        {offer.refundable
          ? '到期没有报名，定金原路退回；想提前退，在“我的订单”里申请。'
          : '定金到期没有报名不退，请想好再付。'}
      </p>
      <div className={css.ways}>
        {own && own.state !== DepositState.unpaid ? (
          <ButtonLink tone="primary" size="l" href={`/deposits/${own.id}`}>
            已付过定金，去看看
          </ButtonLink>
        ) : (
          <Button tone="primary" size="l" busy={busy} disabled={busy || soldOut} onClick={() => void create()}>
            {soldOut ? '名额已满' : own ? '继续支付定金' : '提交定金订单'}
          </Button>
        )}
        <ButtonLink tone="quiet" size="l" href={product.url}>
          回到课程
        </ButtonLink>
      </div>
    </div>
  )
}
