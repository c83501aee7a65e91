/** What was typed in one form is there in the next: between the ways to log in, and from login to sign-up. */
export interface TypedPhone {
  nationCode: string
  phone: string
  code: string
}

export function nothingTyped(): TypedPhone {
  return { nationCode: '86', phone: '', code: '' }
}
