import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Json, Timestamp } from './account-tables.ts'

/** The address that an order is sent to, as it was when it was chosen. */
export interface OrderAddress {
  readonly addressId: number
  readonly consignee: string
  readonly nationCode: number
  readonly phone: string
  readonly province: string
  readonly city: string
  readonly district: string
  readonly detail: string
}

export interface OrdersTable {
  id: Generated<number>
  /** The number that the learner sees: digits. */
  sn: string
  userId: number
  /** 1 product, 2 deposit. */
  orderKind: number
  productId: number
  scheduleId: number | null
  /** `OrderStatus`. */
  status: Generated<number>
  /** `PayState`. */
  payState: Generated<number>
  /** `PayChannel`. */
  payChannel: Generated<number>
  /** `UseState`. */
  useState: Generated<number>
  /** `CommentState`. */
  commentState: Generated<number>
  /** Sum of the lines' prices. */
  amountFen: number
  /** What was owned before, and isn't sold again. */
  ownedFen: Generated<number>
  couponFen: Generated<number>
  depositFen: Generated<number>
  /** amount − owned − coupon − deposit; the database holds it to that. */
  payAmountFen: number
  paidFen: Generated<number>
  refundedFen: Generated<number>
  /** Something is sent by post. */
  needsAddress: Generated<boolean>
  address: Json<OrderAddress> | null
  clientToken: string | null
  /** The staff member who made it for the learner. */
  createdBy: number | null
  expireAt: Timestamp
  /** When the provider was last asked before closing it. */
  askedAt: Timestamp | null
  paidAt: Timestamp | null
  cancelledAt: Timestamp | null
  createdAt: Timestamp
  version: Generated<number>
}

export interface OrderItemsTable {
  id: Generated<number>
  orderId: number
  lineNo: number
  productId: number
  scheduleId: number | null
  /** Name, cover and price as they were when the order was made. */
  name: string
  coverImg: string | null
  lectureType: number
  /** 1 sold, 2 refunded, 3 owned before. */
  state: Generated<number>
  priceFen: number
  ownedFen: Generated<number>
  couponFen: Generated<number>
  depositFen: Generated<number>
}

export interface PaymentsTable {
  id: Generated<number>
  orderId: number
  outTradeNo: string
  /** 'wechat' or 'alipay'. */
  payType: string
  /** Who takes the money: 'wechat', 'alipay', 'embedded', 'offline'. */
  provider: string
  amountFen: number
  /** 1 pending, 2 succeeded, 3 failed, 4 closed, 5 review. */
  status: Generated<number>
  providerTradeNo: string | null
  payUrl: string | null
  qrCode: string | null
  createdAt: Timestamp
  expireAt: Timestamp
  /** When the provider is asked next. */
  askAt: Timestamp | null
  askCount: Generated<number>
  paidAt: Timestamp | null
  /** Its money didn't count for the order and goes back. */
  isLate: Generated<boolean>
  /** The provider knows this money by the number of another payment, which was paid twice; null by its own. */
  providerOutTradeNo: Generated<string | null>
}

export type PaymentRow = Selectable<PaymentsTable>

/** Money that came and that no order takes by itself. */
export interface PaymentReviewsTable {
  id: Generated<number>
  orderId: number
  paymentId: number
  /** 1 another amount, 2 another trade number. */
  reason: number
  tradeNo: string
  amountFen: number
  /** What its payment asked for. */
  expectedFen: number
  paidAt: Timestamp
  /** 1 waiting, 2 counted, 3 given back, 4 put right by the provider. */
  state: Generated<number>
  /** The state that somebody has proposed, for a second person to decide; null without one. */
  proposal: number | null
  proposedBy: number | null
  proposedAt: Timestamp | null
  decidedBy: number | null
  decidedAt: Timestamp | null
  version: Generated<number>
  createdAt: Timestamp
}

export interface RefundsTable {
  id: Generated<number>
  /** Null for money that came too late. */
  requestId: number | null
  orderId: number
  paymentId: number
  outRefundNo: string
  amountFen: number
  /** 1 requested, 2 processing, 3 done, 4 failed. */
  status: Generated<number>
  reason: string | null
  tryAt: Timestamp
  tries: Generated<number>
  lastError: string | null
  createdAt: Timestamp
  doneAt: Timestamp | null
}

export interface OrderTables {
  orders: OrdersTable
  orderItems: OrderItemsTable
  /** The order's timeline. */
  orderLogs: {
    id: Generated<number>
    orderId: number
    event: string
    fromStatus: number | null
    toStatus: number
    actor: 'learner' | 'staff' | 'provider' | 'system'
    actorId: number | null
    amountFen: number | null
    /** In words, for the learner. */
    note: string | null
    at: Timestamp
  }
  orderAgreements: { orderId: number; agreementId: number; accepted: boolean; ip: string | null; at: Timestamp }
  payTypes: { payType: string; name: string; icon: string | null; sort: Generated<number>; enabled: Generated<boolean> }
  payments: PaymentsTable
  paymentReviews: PaymentReviewsTable
  paymentNotifications: {
    id: Generated<number>
    provider: string
    notifyId: string
    outTradeNo: string
    raw: Json<unknown>
    receivedAt: Timestamp
    outcome: string | null
  }
  refundRequests: {
    id: Generated<number>
    orderId: number
    userId: number
    /** 1 asked, 2 approved, 3 refused, 4 withdrawn, 5 done. */
    state: Generated<number>
    reason: string
    answer: string | null
    amountFen: number
    clientToken: string | null
    createdBy: number | null
    createdAt: Timestamp
    decidedBy: number | null
    decidedAt: Timestamp | null
    doneAt: Timestamp | null
  }
  refundLines: { requestId: number; orderItemId: number; amountFen: number; done: Generated<boolean> }
  refunds: RefundsTable
  /** One economic event; `ref` makes it happen once. */
  ledgerTransactions: { id: Generated<number>; kind: string; ref: string; orderId: number; at: Timestamp }
  /** Debits are positive, credits negative; each transaction's sum is zero, and nothing is ever changed. */
  ledgerEntries: { id: Generated<number>; transactionId: number; account: string; amountFen: number }
  depositOffers: {
    id: Generated<number>
    productId: number
    /** 4 deposit, 5 activity deposit. */
    channel: number
    name: string
    amountFen: number
    deductFen: number
    beginAt: Timestamp
    endAt: Timestamp
    /** Days from payment in which the balance is due. */
    balanceDays: Generated<number>
    stock: number | null
    sold: Generated<number>
    refundable: Generated<boolean>
  }
  deposits: {
    id: Generated<number>
    orderId: number
    offerId: number
    userId: number
    productId: number
    amountFen: number
    deductFen: number
    /** 0 unpaid, 1 held, 2 locked, 3 used, 4 refunded, 5 closed or expired. */
    state: Generated<number>
    usedOrderId: number | null
    /** The balance is due until then; null while unpaid. */
    expireAt: Timestamp | null
    /** When the learner was reminded of the balance, a week before its end. */
    remindedAt: Timestamp | null
    /** The same a day before it. */
    remindedLastAt: Generated<Timestamp | null>
  }
  coupons: {
    id: Generated<number>
    name: string
    /** 1 full reduction, 2 direct. */
    kind: number
    amountFen: number
    thresholdFen: Generated<number>
    total: number | null
    claimed: Generated<number>
    perUserLimit: Generated<number>
    claimBeginAt: Timestamp
    claimEndAt: Timestamp
    validDays: number | null
    validEndAt: Timestamp | null
    enabled: Generated<boolean>
    /** Offered on the coupon page; others are claimed by invitation or in a class. */
    isPublic: Generated<boolean>
    note: Generated<string>
    batchNo: string | null
    createdBy: number | null
    createdAt: Timestamp
  }
  /** No row: good for every product. */
  couponProducts: { couponId: number; productId: number }
  couponInvites: {
    id: Generated<number>
    code: string
    couponId: number
    inviterId: number | null
    expiresAt: Timestamp | null
  }
  userCoupons: {
    id: Generated<number>
    couponId: number
    userId: number
    claimNo: number
    source: Generated<string>
    inviteId: number | null
    /** 1 unused, 2 locked, 3 used, 4 expired. */
    state: Generated<number>
    orderId: number | null
    claimedAt: Timestamp
    validUntil: Timestamp
    usedAt: Timestamp | null
  }
  enrolments: {
    id: Generated<number>
    userId: number
    productId: number
    scheduleId: number | null
    orderId: number | null
    orderItemId: number | null
    /** 1 order, 2 free sign-up, 3 staff. */
    source: number
    /** 1 active, 2 over, 3 revoked. */
    status: Generated<number>
    beginAt: Timestamp
    /** Null: for good. */
    endAt: Timestamp | null
    /** When it would end without the bundles that make it last longer; null when none does. */
    ownEndAt: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    createdAt: Timestamp
  }
  entrances: {
    id: Generated<number>
    orderId: number
    userId: number
    teacherId: number | null
    readAt: Timestamp | null
    createdAt: Timestamp
  }
  entranceCalls: {
    id: Generated<number>
    entranceId: number
    calledAt: Timestamp
    handledAt: Timestamp | null
    handledBy: number | null
  }
  moneyAlerts: {
    id: Generated<number>
    kind: string
    ref: string
    detail: Json<unknown>
    differenceFen: Generated<number>
    createdAt: Timestamp
    seenBy: number | null
    seenAt: Timestamp | null
  }
  reconciliations: {
    /** 'YYYY-MM-DD' in Asia/Shanghai. */
    day: string
    ordersFen: number
    ledgerFen: number
    providerFen: number
    differenceFen: number
    detail: Json<unknown>
    at: Timestamp
  }
}
