import type { ReactNode } from 'react'

const shapes = {
  play: 'M6.5 4v12l9.5-6z',
  pause: 'M7 4.500v11M13 4.500v11',
  again: 'M4.500 10a5.500 5.500 0 1 0 1.800-4M4.500 3v4h4',
  loud: 'M3 8v4h3l4 3.500v-11L6 8zM12.800 7.300a3.800 3.800 0 0 1 0 5.400M15 5a7 7 0 0 1 0 10',
  muted: 'M3 8v4h3l4 3.500v-11L6 8zM13 7.500l5 5M18 7.500l-5 5',
  small: 'M3 4.500h14v11H3zM10 10.500h5v3.500h-5z',
  wide: 'M3 5h14v10H3zM6.500 8 5 10l1.500 2M13.500 8l1.500 2-1.500 2',
  full: 'M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12',
  unfull: 'M8 3.500V8H3.500M16.500 8H12V3.500M12 16.500V12h4.500M3.500 12H8v4.500',
  keys: 'M2.500 5h15v10h-15zM5 8.200h1.200M8.200 8.200h1.200M11.400 8.200h1.200M14 8.200h1M5 11.800h1M7.500 11.800h5M14 11.800h1',
  close: 'm5 5 10 10M15 5 5 15',
} as const

export type PlayerIconName = keyof typeof shapes

/** Signs that everybody knows from players; hidden from readers, so their buttons are labelled. */
export function PlayerIcon({ name, size = 20 }: { name: PlayerIconName; size?: number }): ReactNode {
  const isSolid = name === 'play'
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={isSolid ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'pause' ? 2.6 : 1.6}
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
