/** How a session was opened, in words. */
export const signInMethods: Readonly<Record<string, string>> = {
  password: '密码',
  phone: '短信验证码',
  register: '注册',
  QQ: 'QQ',
  WECHAT: '微信',
  token: '链接',
}
