/** What a site that strangers visit can't start without, beside its name. */
const required = {
  OPS_TOKEN: 'a-token-of-operators',
  SMS_PROVIDER: 'aliyun',
  SMS_KEY_ID: 'key',
  SMS_KEY_SECRET: 'secret',
  SMS_SIGN_NAME: 'name',
  SMS_TEMPLATE: 'template',
}

export const preReleaseEnv: Readonly<Record<string, string>> = { SITE_ENV: 'pre-release', ...required }

export const productionEnv: Readonly<Record<string, string>> = {
  SITE_ENV: 'production',
  ORIGIN: 'https://school.example',
  DATABASE_URL: 'postgres://127.0.0.1/none',
  SECRET: 's'.repeat(32),
  ...required,
}
