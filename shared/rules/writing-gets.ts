/**
 * Reads of the contract that write are GETs all the same (the spec's addresses): a browser knows the others by their method. In the
 * order of their names; a test holds the list against the contract.
 */
export const writingGets: ReadonlySet<string> = new Set([
  'GET /api/ai-live/get-live-info',
  'GET /api/auth/captcha/audio',
  'GET /api/auth/captcha/get',
  'GET /api/auth/check/phoneNum/exist',
  'GET /api/auth/logout',
  'GET /api/auth/rest/bind/sms',
  'GET /api/common/pre-upload',
  'GET /api/coupon/get',
  'GET /api/course/sign-up',
  'GET /api/im/join-group',
  'GET /api/im/send-system-notify',
  'GET /api/live-info/manage-config',
  'GET /api/live-solution-room/get-live-info',
  'GET /api/live-solution-room/queue',
  'GET /api/live/enter/play',
  'GET /api/live/room-entry',
  'GET /api/oauth/bind-oauth-by-login',
  'GET /api/oauth/get-authorizeUrl',
  'GET /api/oauth/oauth-login-check',
  'GET /api/oauth/unbind-oauth',
  'GET /api/order/detail',
  'GET /api/order/discounts',
  'GET /api/pay/get-payment-list',
  'GET /api/post/delete',
  'GET /api/user/homework/delete',
  'GET /api/vod/address',
  'GET /api/vod/period/play',
])
