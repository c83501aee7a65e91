import type { ReactNode } from 'react'

const shapes = {
  search: 'M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM13.2 13.2l4 4',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
  down: 'm5 8 5 5 5-5',
  right: 'm8 5 5 5-5 5',
  left: 'm12 5-5 5 5 5',
  up: 'M10 16.5V4M5 9l5-5 5 5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  chat: 'M3 4.5h14v9H9.5L6 16.8v-3.3H3z',
  play: 'M6.5 4v12l9.5-6z',
  eye: 'M2 10c2-3.6 4.7-5.4 8-5.4s6 1.8 8 5.4c-2 3.6-4.7 5.4-8 5.4S4 13.6 2 10zM12.4 10a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0z',
  eyeOff: 'M2 10c2-3.6 4.7-5.4 8-5.4s6 1.8 8 5.4c-2 3.6-4.7 5.4-8 5.4S4 13.6 2 10zM4 16.5 16 3.5',
  user: 'M13.2 6.7a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM3.5 17c.6-3.4 3-5.1 6.5-5.1s5.9 1.7 6.5 5.1',
  refresh: 'M16 9.5A6 6 0 1 0 14.6 14M16 4.5v5h-5',
  check: 'm4 10.5 4 4 8-9',
  edit: 'M4 16l.8-3.6L13.6 3.6l2.8 2.8L7.6 15.2z',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  more: 'M3.7 10h1.6M9.2 10h1.6M14.7 10h1.6',
  whole: 'M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.500a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1',
  sound: 'M7 14.500V4.500l9-1.500v10M7 14.500a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM16 13a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  bell: 'M4.5 14.500h11l-1.300-2V8.500a4.200 4.200 0 0 0-8.400 0v4zM8.500 17h3',
  camera: 'M3 6.500h3l1.400-2h5.200l1.400 2h3v9.500H3zM13 10.800a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9',
} as const

export type IconName = keyof typeof shapes

/** A line drawing beside words; hidden from readers, so the words must say it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
