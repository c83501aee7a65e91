/** How the site names and proves itself to the identity provider that comes along: no secrets, it listens on this machine only. */
export const testClients = {
  QQ: { id: '100000001', secret: 'qq-key-for-this-machine-only' },
  WECHAT: { id: 'wx0000000000000001', secret: 'wechat-secret-for-this-machine-only' },
} as const
