import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { OrderCard } from '#client/features/order/order-card.tsx'
import { orderListQuery, orderListRoute, renewOrderList } from '#client/features/order/order-queries.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { ordersInput } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { type Evaluated, EvaluateLesson } from '#client/pages/study/evaluate-lesson.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { orderTabs } from '#shared/rules/order-rules.ts'
import css from './my-orders.module.css'

function hrefOf(status: number | '', page = 1): string {
  const query = new URLSearchParams()
  if (status !== '') query.set('status', String(status))
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/user/order${text ? `?${text}` : ''}`
}

/** The learner's orders by their state. */
export function MyOrders({ choice: input }: PageProps<ReturnType<typeof ordersInput>>): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const page = useRead(orderListQuery, input)
  const refresh = (): Promise<void> => renewOrderList(api, queries, input)
  const [evaluated, setEvaluated] = useState<Evaluated>()
  return (
    <UserFrame
      current="/user/order"
      title="我的订单"
      actions={
        <>
          <a className="more" href="/deposits">
            我的定金
          </a>
          <a className="more" href="/coupon">
            我的优惠券
          </a>
        </>
      }
    >
      <TabLinks
        label="订单状态"
        items={orderTabs.map(({ status, text }) => ({ text, href: hrefOf(status), current: status === input.status }))}
      />
      {page.records.length === 0 ? (
        <EmptyBlock
          title={input.status === '' ? '还没有订单' : '这里没有订单'}
          text="报名的课程和系统班会在这里"
          action={{ text: '看看课程', href: '/course' }}
        />
      ) : (
        <ul className={css.list}>
          {page.records.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} onChange={refresh} onEvaluate={setEvaluated} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        current={page.current}
        pages={page.pages}
        total={page.total}
        unit="个订单"
        hrefOf={(number) => hrefOf(input.status, number)}
      />
      <EvaluateLesson lesson={evaluated} stale={[orderListRoute]} onClose={() => setEvaluated(undefined)} />
    </UserFrame>
  )
}
