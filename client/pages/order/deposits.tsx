import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { Money } from '#client/features/order/money.tsx'
import { Goods } from '#client/features/order/order-goods.tsx'
import { depositsQuery } from '#client/features/order/order-queries.ts'
import { payHref } from '#client/features/order/sign-up-outcome.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Tag, type TagTone } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { DepositState } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { dayText } from '#shared/rules/number-text.ts'
import css from './deposits.module.css'

type Deposit = CallOutput<'GET /api/order/deposits'>[number]

const states: Readonly<Record<DepositState, { text: string; tone: TagTone }>> = {
  [DepositState.unpaid]: { text: '待支付', tone: 'due' },
  [DepositState.held]: { text: '可抵扣', tone: 'got' },
  [DepositState.locked]: { text: '报名中', tone: 'wait' },
  [DepositState.used]: { text: '已抵扣', tone: 'plain' },
  [DepositState.refunded]: { text: '已退款', tone: 'plain' },
  [DepositState.closed]: { text: '已关闭', tone: 'plain' },
}

/** What can be done with a deposit now. */
function Ways({ deposit }: { deposit: Deposit }): ReactNode {
  const { state, orderNo, usedOrderNo, lectureType, productId } = deposit
  if (state === DepositState.unpaid) {
    return (
      <ButtonLink tone="primary" size="s" href={payHref(orderNo, lectureType)}>
        去支付
      </ButtonLink>
    )
  }
  if (state === DepositState.held) {
    return (
      <ButtonLink tone="primary" size="s" href={detailUrl(lectureType, productId)}>
        去报名，付尾款
      </ButtonLink>
    )
  }
  if (state === DepositState.locked && usedOrderNo) {
    return (
      <ButtonLink tone="primary" size="s" href={payHref(usedOrderNo, lectureType)}>
        去付尾款
      </ButtonLink>
    )
  }
  return null
}

/** What a deposit takes off, or what became of it. */
function Worth({ deposit: { state, amount, deductAmount } }: { deposit: Deposit }): ReactNode {
  if (state === DepositState.closed) return null
  if (state !== DepositState.refunded) {
    return (
      <>
        抵 <Money value={deductAmount} />
      </>
    )
  }
  return (
    <>
      <Money value={amount} /> 原路退回，不再抵扣
    </>
  )
}

function Item({ deposit }: { deposit: Deposit }): ReactNode {
  const { text, tone } = states[deposit.state]
  const waits = deposit.state === DepositState.held || deposit.state === DepositState.locked
  return (
    <li className={css.item}>
      <p className={css.top}>
        <Tag tone={tone}>{text}</Tag>
        <span className="s13 muted num">{deposit.orderNo}</span>
        <span className="s13 muted">{dayText(deposit.createTime)}</span>
      </p>
      <Goods
        name={deposit.productName}
        coverImg={deposit.coverImg}
        lectureType={deposit.lectureType}
        url={detailUrl(deposit.lectureType, deposit.productId)}
        orderKind={2}
        scheduleName={null}
        amount={deposit.amount}
      />
      <p className={css.end}>
        <span>
          <Worth deposit={deposit} />
          {waits ? (
            <>
              ，尾款 <Money value={deposit.balance} />
            </>
          ) : null}
          {waits && deposit.expireTime !== null ? (
            <span className={css.due}>，{dayText(deposit.expireTime)} 前付清</span>
          ) : null}
        </span>
        <Ways deposit={deposit} />
      </p>
    </li>
  )
}

/** The learner's deposits, or the one of the address. */
export function Deposits({ choice }: PageProps<{ id?: number }>): ReactNode {
  const list = useRead(depositsQuery, choice)
  return (
    <div className={`wrap ${css.page}`}>
      <h1 className={css.title}>{choice.id ? '定金' : '我的定金'}</h1>
      {list.length === 0 ? (
        <EmptyBlock
          title="还没有定金"
          text="有定金活动的系统班会在报名按钮旁边标出来"
          action={{ text: '看看系统班', href: '/classes' }}
        />
      ) : (
        <ul className={css.list}>
          {list.map((deposit) => (
            <Item key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
      {choice.id ? (
        <p>
          <a className="more" href="/deposits">
            全部定金
          </a>
        </p>
      ) : null}
    </div>
  )
}
