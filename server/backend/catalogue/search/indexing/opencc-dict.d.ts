declare module 'opencc-js/dict/TSCharacters' {
  /** '畫 画|後 后|…': a traditional character, a blank, the simplified one. */
  const pairs: string
  export default pairs
}
