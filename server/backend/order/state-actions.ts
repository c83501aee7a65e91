import type { CallRoute } from '#shared/contract/calls.ts'
import type {
  DepositState,
  OrderStatus,
  PaymentReviewState,
  PaymentStatus,
  RefundState,
  RefundStatus,
} from '#shared/contract/enums.ts'

/** Who can move money's things on. The clock is the jobs. */
export const actors = ['learner', 'staff', 'provider', 'clock'] as const
export type Actor = (typeof actors)[number]

/** A call, a provider's notification, or a job by its name. */
export type StateAction = CallRoute | 'notification' | `job ${string}`

/** What somebody can do in a state, or why nothing. */
export type Cell = { readonly actions: readonly StateAction[]; readonly what: string } | { readonly reason: string }

/** A state's row; `isFinal`: it is where something ends well, and needs no way out. */
export type StateRow = Readonly<Record<Actor, Cell>> & { readonly isFinal?: true }

/** The states of one kind of thing, each by its name. */
export type StateTable<S extends Readonly<Record<string, number>>> = { readonly [N in keyof S]: StateRow }

const can = (what: string, ...actions: StateAction[]): Cell => ({ actions, what })
const cannot = (reason: string): Cell => ({ reason })

const nothing = cannot('nothing is left to do')
const noProvider = cannot('the provider is not concerned')
const late = can('money that comes all the same goes back in full', 'notification')
const notByHand = cannot('follows from its order; nobody changes it by hand')

const orders: StateTable<typeof OrderStatus> = {
  waitPayment: {
    learner: can(
      'pays, chooses coupon and deposit, cancels',
      'GET /api/pay/get-payment-list',
      'GET /api/order/discounts',
      'POST /api/order/cancel',
    ),
    staff: can('close it', 'POST /api/staff/order/close'),
    provider: can('tells of money: paid, in full or in part', 'notification'),
    clock: can('closes it after its time, or when its product is owned', 'job orders.expire', 'job orders.owned'),
  },
  partlyPaid: {
    learner: can(
      'pays the rest, or cancels: what was paid goes back',
      'GET /api/pay/get-payment-list',
      'POST /api/order/cancel',
    ),
    staff: can(
      'close it: what was paid goes back when an administrator decides so',
      'POST /api/staff/order/close',
      'POST /api/staff/order/refund/open',
      'POST /api/staff/order/refund/decide',
    ),
    provider: can('tells of the rest', 'notification'),
    clock: can('gives it back when its product is owned', 'job orders.owned'),
  },
  allPaid: {
    learner: can('asks for a refund', 'POST /api/order/refund/apply'),
    staff: can('refund it', 'POST /api/staff/order/refund/open'),
    provider: late,
    clock: nothing,
    isFinal: true,
  },
  partRefund: {
    learner: can('asks for a refund of what is left', 'POST /api/order/refund/apply'),
    staff: can('refund what is left', 'POST /api/staff/order/refund/open'),
    provider: late,
    clock: nothing,
    isFinal: true,
  },
  refund: {
    learner: can('signs up again', 'GET /api/course/sign-up'),
    staff: nothing,
    provider: late,
    clock: nothing,
    isFinal: true,
  },
  cancel: {
    learner: can('signs up again', 'GET /api/course/sign-up'),
    staff: nothing,
    provider: late,
    clock: nothing,
    isFinal: true,
  },
}

const payments: StateTable<typeof PaymentStatus> = {
  pending: {
    learner: can(
      'pays it; another price or cancelling closes it',
      'GET /api/pay/get-payment-list',
      'POST /api/order/cancel',
    ),
    staff: can('close its order', 'POST /api/staff/order/close'),
    provider: can('tells that it is paid or closed', 'notification'),
    clock: can('asks the provider, closes it after its time', 'job payments.ask'),
  },
  succeeded: {
    learner: can('asks for a refund of its order', 'POST /api/order/refund/apply'),
    staff: can('refund its order', 'POST /api/staff/order/refund/open'),
    provider: can('tells of a second trade number: that money waits for the staff', 'notification'),
    clock: can('compares it with the provider’s bill', 'job money.reconcile'),
    isFinal: true,
  },
  failed: {
    learner: can('opens another one', 'GET /api/pay/get-payment-list'),
    staff: nothing,
    provider: can('money that comes all the same counts', 'notification'),
    clock: nothing,
    isFinal: true,
  },
  closed: {
    learner: can('opens another one', 'GET /api/pay/get-payment-list'),
    staff: nothing,
    provider: can('money that comes all the same counts, or goes back', 'notification'),
    clock: nothing,
    isFinal: true,
  },
  review: {
    learner: can('opens another one meanwhile', 'GET /api/pay/get-payment-list'),
    staff: can('count its money or give it back', 'POST /api/staff/payment/count', 'POST /api/staff/payment/give-back'),
    provider: can('tells of the amount that was asked for: it counts', 'notification'),
    clock: cannot('somebody has to look: the amount is not the one that was asked for'),
  },
}

const onlyStaff = cannot('the order’s page says that somebody is looking')
const paymentReviews: StateTable<typeof PaymentReviewState> = {
  waiting: {
    learner: onlyStaff,
    staff: can(
      'count it, give it back, or take a proposal of either back; above a setting two persons',
      'GET /api/staff/payment/review',
      'POST /api/staff/payment/count',
      'POST /api/staff/payment/give-back',
      'POST /api/staff/payment/withdraw',
    ),
    provider: can('corrects the amount: it counts', 'notification'),
    clock: cannot('nobody can know without looking'),
  },
  counted: {
    learner: can('asks for a refund of the order', 'POST /api/order/refund/apply'),
    staff: can('refund the order', 'POST /api/staff/order/refund/open'),
    provider: cannot('what it repeats is known'),
    clock: nothing,
    isFinal: true,
  },
  givenBack: {
    learner: nothing,
    staff: can('send what has failed again', 'POST /api/staff/order/refund/repeat'),
    provider: can('tells that its refund is done', 'notification'),
    clock: can('sends its refund', 'job refunds.push'),
    isFinal: true,
  },
  settled: {
    learner: nothing,
    staff: nothing,
    provider: cannot('what it repeats is known'),
    clock: nothing,
    isFinal: true,
  },
}

const refundRequests: StateTable<typeof RefundState> = {
  asked: {
    learner: can('withdraws it', 'POST /api/order/refund/withdraw'),
    staff: can('decide it', 'POST /api/staff/order/refund/decide'),
    provider: noProvider,
    clock: can('approves what the school’s own rules promise', 'job orders.owned', 'job deposits.due'),
  },
  approved: {
    learner: cannot('the money is on its way'),
    staff: can('send what has failed again', 'POST /api/staff/order/refund/repeat'),
    provider: can('tells that its refunds are done', 'notification'),
    clock: can('sends its refunds', 'job refunds.push'),
  },
  refused: {
    learner: can('asks again, or appeals', 'POST /api/order/refund/apply', 'POST /api/order/refund/appeal'),
    staff: can('refund it all the same', 'POST /api/staff/order/refund/open'),
    provider: noProvider,
    clock: nothing,
    isFinal: true,
  },
  withdrawn: {
    learner: can('asks again', 'POST /api/order/refund/apply'),
    staff: can('refund it all the same', 'POST /api/staff/order/refund/open'),
    provider: noProvider,
    clock: nothing,
    isFinal: true,
  },
  done: { learner: nothing, staff: nothing, provider: noProvider, clock: nothing, isFinal: true },
}

const refunds: StateTable<typeof RefundStatus> = {
  requested: {
    learner: cannot('the money is on its way'),
    staff: cannot('it is sent by itself'),
    provider: can('tells that it is done', 'notification'),
    clock: can('sends it, again and again', 'job refunds.push'),
  },
  processing: {
    learner: cannot('the money is on its way'),
    staff: cannot('the provider has it'),
    provider: can('tells that it is done or has failed', 'notification'),
    clock: can('asks the provider', 'job refunds.push'),
  },
  failed: {
    learner: cannot('the order’s page says that somebody is looking'),
    staff: can('send it again', 'POST /api/staff/order/refund/repeat'),
    provider: can('tells that it is done all the same', 'notification'),
    clock: cannot('it was tried often enough: an alert is there'),
  },
  done: { learner: nothing, staff: nothing, provider: nothing, clock: nothing, isFinal: true },
}

const deposits: StateTable<typeof DepositState> = {
  unpaid: {
    learner: can('pays or cancels its order', 'GET /api/pay/get-payment-list', 'POST /api/order/cancel'),
    staff: can('close its order', 'POST /api/staff/order/close'),
    provider: can('tells of money', 'notification'),
    clock: can('closes it with its order', 'job orders.expire', 'job orders.owned'),
  },
  held: {
    learner: can(
      'orders the product, which takes it off, or asks for it back',
      'GET /api/course/sign-up',
      'POST /api/order/refund/apply',
    ),
    staff: can('give it back', 'POST /api/staff/order/refund/open'),
    provider: noProvider,
    clock: can(
      'gives it back when its product is owned, ends it after its time',
      'job orders.owned',
      'job deposits.due',
    ),
  },
  locked: {
    learner: can(
      'pays or cancels the order, or leaves it out',
      'GET /api/pay/get-payment-list',
      'POST /api/order/cancel',
      'GET /api/order/discounts',
    ),
    staff: can('close the order', 'POST /api/staff/order/close'),
    provider: can('tells of money for the order', 'notification'),
    clock: can('frees it with its order', 'job orders.expire', 'job orders.owned'),
  },
  used: {
    learner: can('asks for a refund of the order', 'POST /api/order/refund/apply'),
    staff: can('refund the order: it goes back with its last course', 'POST /api/staff/order/refund/open'),
    provider: noProvider,
    clock: notByHand,
    isFinal: true,
  },
  refunded: { learner: nothing, staff: nothing, provider: noProvider, clock: nothing, isFinal: true },
  closed: { learner: nothing, staff: nothing, provider: noProvider, clock: nothing, isFinal: true },
}

/** Every state of orders and their money with who can do what in it; no state that isn't an end is without an action. */
export const stateActions = {
  order: orders,
  payment: payments,
  'payment review': paymentReviews,
  'refund request': refundRequests,
  refund: refunds,
  deposit: deposits,
} as const
