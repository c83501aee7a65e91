/** A Wednesday noon in Shanghai: the moment at which every test begins. */
export const testNow = Date.parse('2026-03-11T12:00:00+08:00')
