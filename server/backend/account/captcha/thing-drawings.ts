/** One drawing of a thing in a box of 100 by 100, upright: SVG path data, drawn for this site. */
export interface ThingDrawing {
  /** Areas; where two overlap an odd number of times counts. */
  readonly body: string
  /** Strokes that belong to the thing's shape. */
  readonly limbs?: string
  /** Strokes inside the body. */
  readonly marks?: string
}

/** Two drawings of one thing that look really different: another view, another sort. */
export type Thing = readonly [ThingDrawing, ThingDrawing]

const disc = (x: number, y: number, across: number, down = across): string =>
  `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0z`
const box = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`
const ring = (x: number, y: number, outer: number, inner: number): string => disc(x, y, outer) + disc(x, y, inner)

/** What pieces and holes show, by its name. */
export const things: Readonly<Record<string, Thing>> = {
  cat: [
    {
      body: 'M14 10L36 26Q50 22 64 26L86 10V56Q86 90 50 90Q14 90 14 56z',
      limbs: 'M2 62L22 66M2 78L22 73M98 62L78 66M98 78L78 73',
      marks: `${disc(36, 50, 3)}${disc(64, 50, 3)}M44 65h12l-6 7z`,
    },
    {
      body: 'M16 6l12 11h14l12 -11v28q0 10 -8 14q28 8 30 46h-48q-2 -18 2 -30q-14 -4 -14 -20z',
      limbs: 'M74 90q24 -4 18 -30q-4 -10 -11 -6',
      marks: `${disc(28, 30, 2)}${disc(42, 30, 2)}`,
    },
  ],
  fish: [
    {
      body: 'M4 50Q28 12 62 36Q72 43 76 47L96 26V74L76 53Q72 57 62 64Q28 88 4 50z',
      marks: `${disc(24, 45, 2)}M40 34q9 16 0 32`,
    },
    {
      body: 'M50 3Q82 14 75 36H25Q18 14 50 3zM22 98L50 78L78 98z',
      limbs: 'M50 36V82M28 47H72M33 59H67M39 71H61',
      marks: disc(44, 20, 2),
    },
  ],
  bird: [
    {
      body: 'M4 40L20 30Q26 14 42 19Q54 24 57 38Q80 38 98 60L78 62Q70 78 48 78Q22 76 21 44z',
      limbs: 'M42 78v16M56 78v16M34 94h10M48 94h10',
      marks: `${disc(35, 32, 2)}M44 52q14 16 32 6`,
    },
    {
      body: 'M4 54L18 46Q24 34 38 38L48 44Q44 18 62 4Q78 26 69 50L96 62L69 70Q50 86 32 70Q21 64 18 57z',
      marks: `${disc(28, 47, 2)}M50 48q10 8 17 3`,
    },
  ],
  tree: [
    { body: 'M50 3L73 33H62L84 58H70L94 83H57V97H43V83H6L30 58H16L38 33H27z', marks: 'M40 58h20M34 33' },
    {
      body: 'M50 6Q74 0 79 22Q97 26 93 46Q90 64 70 62H57L61 96H39L43 62H30Q10 64 7 46Q3 26 21 22Q26 0 50 6z',
      marks: 'M50 60V38M50 50L64 38M50 54L38 42',
    },
  ],
  flower: [
    {
      body: 'M50 6Q66 4 64 28Q84 16 90 34Q92 46 71 50Q92 56 90 68Q84 84 64 72Q66 96 50 94Q34 96 36 72Q16 84 10 68Q8 56 29 50Q8 46 10 34Q16 16 36 28Q34 4 50 6z',
      marks: disc(50, 50, 11),
    },
    {
      body: 'M26 8L41 24L50 6L59 24L74 8V34Q74 56 50 56Q26 56 26 34zM48 92Q22 88 18 62Q44 66 48 92zM52 92Q78 88 82 66Q56 68 52 92z',
      limbs: 'M50 56V98',
      marks: 'M41 24Q40 40 46 54M59 24Q60 40 54 54',
    },
  ],
  umbrella: [
    {
      body: 'M3 52Q8 10 50 10Q92 10 97 52Q89 42 81 52Q73 42 65 52Q58 42 50 52Q42 42 35 52Q27 42 19 52Q11 42 3 52z',
      limbs: 'M50 2v8M50 50V84q0 11 10 11t10 -11',
      marks: 'M35 50Q36 24 50 12Q64 24 65 50',
    },
    {
      body: 'M50 10L66 60L58 68L50 62L42 68L34 60z',
      limbs: 'M50 2V86q0 10 10 10t10 -11',
      marks: 'M50 16L46 60M50 16L55 60',
    },
  ],
  cup: [
    {
      body: 'M12 24H66V76Q66 92 52 92H26Q12 92 12 76z',
      limbs: 'M66 36h9q18 0 18 18t-18 18h-9M28 4q6 6 0 13M48 4q6 6 0 13',
      marks: 'M12 38h54',
    },
    {
      body: 'M12 28H80Q80 70 46 70Q12 70 12 28zM2 80H90L80 90H12z',
      limbs: 'M78 36q20 -4 18 10t-26 12',
      marks: 'M26 40q4 16 14 18',
    },
  ],
  house: [
    { body: 'M50 6L96 46H84V94H16V46H4z', marks: `${box(42, 62, 16, 30)}${box(42, 36, 16, 12)}` },
    {
      body: 'M4 48L20 20H62V6H76V20H80L96 48H90V90H10V48z',
      marks: `M6 48H94${box(22, 58, 18, 15)}${box(60, 58, 16, 32)}`,
    },
  ],
  key: [
    { body: `${ring(24, 50, 22, 10)}${box(46, 45, 50, 10)}${box(72, 55, 8, 16)}${box(86, 55, 8, 12)}` },
    {
      body: `M30 4H70L80 22L66 42H34L20 22z${disc(50, 22, 8)}${box(44, 42, 12, 54)}${box(56, 66, 20, 9)}${box(56, 82, 15, 9)}`,
    },
  ],
  boat: [
    { body: 'M6 70H94L82 94H18zM46 8V62H10zM56 16L88 62H56z', limbs: 'M51 2V70' },
    {
      body: `M2 56H98L85 90H15z${box(22, 38, 54, 18)}${box(32, 12, 14, 26)}${box(54, 18, 12, 20)}`,
      marks: `${disc(30, 69, 3)}${disc(50, 69, 3)}${disc(70, 69, 3)}`,
    },
  ],
  leaf: [
    {
      body: 'M12 88Q2 30 48 14Q72 6 94 6Q96 60 68 80Q44 96 12 88z',
      limbs: 'M2 98L14 86',
      marks: 'M12 88Q44 60 76 24M40 62V40M40 62H64M57 46V28M57 46h20',
    },
    {
      body: 'M50 2L60 21L73 14L69 38L85 25L87 38L99 42L83 58L87 67L58 73L54 74V98H46V74L42 73L13 67L17 58L1 42L13 38L15 25L31 38L27 14L40 21z',
      marks: 'M50 74V28M50 68L28 47M50 68L72 47',
    },
  ],
  mushroom: [
    {
      body: 'M4 54Q6 8 50 8Q94 8 96 54Q82 60 65 60L71 94H29L35 60Q18 60 4 54z',
      marks: `${disc(32, 34, 6)}${disc(58, 26, 6)}${disc(76, 42, 4)}M35 60H65`,
    },
    {
      body: 'M14 52Q18 4 38 4Q58 4 62 52Q54 56 46 56L50 96H26L30 56Q22 56 14 52zM58 72Q60 48 76 48Q92 48 94 72H82V96H70V72z',
      marks: `${disc(34, 28, 4)}M30 56h16`,
    },
  ],
  scissors: [
    { body: `${ring(28, 80, 16, 7)}${ring(72, 80, 16, 7)}M26 2L34 4L66 64L58 69zM74 2L66 4L34 64L42 69z` },
    {
      body: `${ring(20, 28, 18, 8)}${ring(20, 72, 18, 8)}M98 44L44 55L30 44L36 34L50 43zM98 56L44 45L30 56L36 66L50 57z`,
    },
  ],
  bulb: [
    {
      body: 'M50 3Q86 5 86 38Q86 54 69 66V76H31V66Q14 54 14 38Q14 5 50 3zM33 80H67V87L58 97H42L33 87z',
      marks: 'M40 74V44L50 54L60 44V74',
    },
    {
      body: `${box(41, 12, 18, 16)}M41 30H59Q78 40 76 56Q72 78 50 78Q28 78 24 56Q22 40 41 30z`,
      limbs: 'M50 0V12M12 52H1M88 52H99M22 80L12 90M78 80L88 90M50 88V99',
      marks: 'M40 56q5 8 10 0q5 8 10 0',
    },
  ],
  book: [
    {
      body: 'M50 26Q30 10 4 17V80Q30 74 50 90Q70 74 96 80V17Q70 10 50 26z',
      marks: 'M50 26V88M15 34q14 -2 25 6M15 52q14 -2 25 6M85 34q-14 -2 -25 6M85 52q-14 -2 -25 6',
    },
    { body: 'M24 4H86V96H26Q14 96 14 84V14Q14 4 24 4z', marks: 'M14 84Q16 78 26 78H86M28 4V78M42 24H72M42 38H64' },
  ],
  glasses: [
    { body: `${ring(25, 54, 23, 15)}${ring(75, 54, 23, 15)}`, limbs: 'M46 48q4 -6 8 0M4 46L1 30M96 46L99 30' },
    { body: 'M2 56H42L38 84Q22 92 8 82zM52 56H90L86 82Q72 92 56 84z', limbs: 'M40 60H54M4 56L26 16H38M88 56L96 18H86' },
  ],
  apple: [
    {
      body: 'M50 28Q72 12 88 30Q100 54 78 86Q64 98 50 90Q36 98 22 86Q0 54 12 30Q28 12 50 28zM56 17Q66 0 84 6Q76 22 56 17z',
      limbs: 'M50 28Q49 14 42 7',
      marks: 'M24 44q-4 12 4 24',
    },
    {
      body: 'M22 14Q50 26 78 14Q84 28 64 38Q55 51 64 65Q84 78 76 92Q50 84 24 92Q16 78 36 65Q45 51 36 38Q16 28 22 14z',
      limbs: 'M50 18Q49 10 56 3',
      marks: 'M50 44v6M47 58v4',
    },
  ],
  car: [
    {
      body: `M3 56L16 52L29 28H66L83 52L97 58V76H3z${disc(24, 82, 10)}${disc(76, 82, 10)}`,
      marks: 'M31 50L38 36H47V50zM54 50V36H61L71 50z',
    },
    {
      body: 'M25 12H75L86 42H94V90H80V80H20V90H6V42H14z',
      marks: `M30 21H70L77 42H23z${disc(24, 60, 5)}${disc(76, 60, 5)}M40 64H60`,
    },
  ],
  plane: [
    {
      body: 'M50 1Q59 6 59 22V35L98 62V73L59 59V79L73 90V97L50 91L27 97V90L41 79V59L2 73V62L41 35V22Q41 6 50 1z',
      marks: 'M45 18Q50 12 55 18',
    },
    {
      body: 'M2 54Q12 38 34 38H72L87 12H97V56Q80 66 66 66L54 92H42L48 68Q10 70 2 54z',
      marks: `${disc(28, 48, 2)}${disc(42, 48, 2)}${disc(56, 48, 2)}M48 64L66 60`,
    },
  ],
  butterfly: [
    {
      body: 'M48 44Q30 2 6 12Q-2 40 28 52Q8 60 16 86Q38 98 48 60zM52 44Q70 2 94 12Q102 40 72 52Q92 60 84 86Q62 98 52 60z',
      limbs: 'M50 36V80M50 36L38 12M50 36L62 12',
      marks: `${disc(24, 30, 5)}${disc(76, 30, 5)}`,
    },
    {
      body: 'M38 74Q18 20 58 4Q86 0 88 26Q90 40 74 48Q94 54 84 74Q70 92 42 80z',
      limbs: 'M16 62L54 92M16 62L2 52M17 62L12 44',
      marks: `${disc(66, 26, 7)}M42 66Q60 60 72 48`,
    },
  ],
  rabbit: [
    {
      body: 'M34 50Q16 8 29 2Q44 4 46 44H54Q56 4 71 2Q84 8 66 50Q86 58 84 74Q80 96 50 96Q20 96 16 74Q14 58 34 50z',
      marks: `${disc(37, 68, 2.5)}${disc(63, 68, 2.5)}M45 78h10l-5 6z`,
    },
    {
      body: `M4 52Q6 35 24 34L26 2Q40 4 38 33Q46 36 45 44Q64 36 80 52Q96 68 88 94H18Q16 80 28 72Q4 70 4 52z${disc(92, 72, 7)}`,
      marks: `${disc(20, 48, 2)}M58 92Q46 72 66 62`,
    },
  ],
  turtle: [
    {
      body: 'M12 66Q14 20 48 20Q80 20 82 58Q76 44 84 38Q98 36 98 50Q98 64 82 68L76 68V86H62V68H34V86H20V68L4 72z',
      marks: `M30 64V40L48 28L64 40V64M30 48h34${disc(90, 47, 2)}`,
    },
    {
      body: 'M50 2Q62 4 60 20Q66 22 70 27Q78 16 90 26Q92 36 77 42Q80 56 76 68Q90 74 86 86Q74 92 66 80Q58 88 54 88L50 98L46 88Q42 88 34 80Q26 92 14 86Q10 74 24 68Q20 56 23 42Q8 36 10 26Q22 16 30 27Q34 22 40 20Q38 4 50 2z',
      marks: 'M40 38H60L68 54L60 70H40L32 54zM40 38L32 30M60 38L68 30M40 70L34 78M60 70L66 78',
    },
  ],
  hat: [
    { body: 'M27 12H73V66H97Q92 84 50 84Q8 84 3 66H27z', marks: 'M27 54H73' },
    {
      body: 'M6 66Q6 24 44 21Q78 24 80 60L99 70Q97 80 80 75Q40 66 6 74z',
      marks: 'M44 21Q58 40 57 66M44 21Q30 40 28 66',
    },
  ],
  shoe: [
    { body: 'M26 4H60V50Q66 58 82 62Q98 66 96 92H26z', marks: 'M26 80H96M44 22h16M46 36h14' },
    {
      body: 'M3 26Q20 14 28 32Q44 60 92 68Q100 76 95 84H60Q34 78 20 54V96H11V48Q2 44 3 26z',
      marks: 'M62 64Q60 76 68 84',
    },
  ],
  clock: [
    { body: disc(50, 50, 44), marks: 'M50 22V50L70 62M50 10v5M50 85v5M10 50h5M85 50h5' },
    {
      body: `${disc(50, 58, 32)}M8 30Q6 8 32 10zM92 30Q94 8 68 10z`,
      limbs: 'M28 84L18 97M72 84L82 97M50 24V12',
      marks: 'M50 40V58H64',
    },
  ],
  chair: [
    { body: 'M20 4H32V50H80V96H70V62H32V96H20z' },
    {
      body: 'M20 42V20Q20 6 34 6H66Q80 6 80 20V42Q96 42 96 54V86H86V96H76V86H24V96H14V86H4V54Q4 42 20 42z',
      marks: 'M20 42Q30 44 30 62H70Q70 44 80 42M30 62v24M70 62v24',
    },
  ],
  phone: [
    {
      body: 'M28 2H72Q79 2 79 10V90Q79 98 72 98H28Q21 98 21 90V10Q21 2 28 2z',
      marks: `${box(29, 14, 42, 64)}${disc(50, 88, 2)}`,
    },
    {
      body: 'M3 38Q1 12 50 12Q99 12 97 38V46H76V34H68V44L92 70V90H8V70L32 44V34H24V46H3z',
      marks: `${disc(50, 66, 13)}${disc(50, 66, 3)}`,
    },
  ],
  train: [
    {
      body: 'M28 4H72Q84 4 84 18V74Q84 82 76 82H24Q16 82 16 74V18Q16 4 28 4z',
      limbs: 'M28 82L16 98M72 82L84 98M24 91H76',
      marks: `${box(26, 18, 48, 26)}${disc(32, 64, 4)}${disc(68, 64, 4)}`,
    },
    {
      body: `M4 10H42V38H68V18H84V38H94V72H4z${disc(22, 82, 9)}${disc(50, 82, 9)}${disc(78, 82, 9)}`,
      marks: `${box(13, 20, 19, 16)}M42 38V70M4 58H94`,
    },
  ],
  iceCream: [
    { body: 'M20 44Q14 8 50 6Q86 8 80 44zM24 48H76L50 98z', marks: 'M36 48L56 84M64 48L44 84' },
    { body: 'M26 30Q26 4 50 4Q74 4 74 30V70H57V97H43V70H26z', marks: 'M42 26V56M58 26V56' },
  ],
  cake: [
    { body: `M4 48L78 22Q96 28 96 48V90H4z${disc(60, 16, 9)}`, marks: 'M4 48H96M4 68H96' },
    {
      body: 'M8 48H92V94H8z',
      limbs: 'M28 48V26M50 48V26M72 48V26M28 14v2M50 14v2M72 14v2',
      marks: 'M8 62q10 13 21 0q10 13 21 0q10 13 21 0q10 13 21 0',
    },
  ],
  sun: [
    {
      body: disc(50, 50, 23),
      limbs: 'M50 3V17M50 83V97M3 50H17M83 50H97M17 17L27 27M73 73L83 83M17 83L27 73M73 27L83 17',
    },
    { body: 'M20 74A30 30 0 0 1 80 74z', limbs: 'M50 32V14M22 44L9 31M78 44L91 31M2 74H12M88 74H98M14 90H86' },
  ],
  cactus: [
    {
      body: 'M41 96V70H30Q14 70 14 52V34H27V50Q27 57 34 57H41V16Q41 4 50 4Q59 4 59 16V46H66Q73 46 73 40V24H86V42Q86 59 70 59H59V96z',
      marks: 'M50 16V88',
    },
    {
      body: `M24 66Q10 44 24 24Q36 12 50 12Q64 12 76 24Q90 44 76 66L70 96H30z${disc(50, 6, 5)}`,
      marks: 'M24 66H76M50 14V64M36 20Q26 42 36 64M64 20Q74 42 64 64',
    },
  ],
  elephant: [
    {
      body: 'M30 22Q62 10 86 30Q98 50 92 92H74V70H52V92H34V64Q22 62 22 78Q22 94 8 92L6 82Q8 52 12 40Q16 25 30 22z',
      limbs: 'M90 40L98 58',
      marks: `M38 28Q60 34 54 54Q42 60 38 42${disc(24, 40, 2)}`,
    },
    {
      body: 'M34 18Q50 8 66 18Q84 4 96 20Q102 46 84 58Q74 62 68 52Q64 62 60 66V84Q60 98 48 98L36 94L38 86Q46 88 44 80L40 66Q36 62 32 52Q26 62 16 58Q-2 46 4 20Q16 4 34 18z',
      marks: `${disc(40, 38, 2)}${disc(60, 38, 2)}M42 70h16M43 78h16M34 18Q28 34 32 52M66 18Q72 34 68 52`,
    },
  ],
  pencil: [
    { body: 'M6 94L13 68L72 8L92 28L32 87z', marks: 'M13 68L32 87M62 18L82 38' },
    { body: 'M36 30L50 3L64 30V97H36z', marks: 'M36 30H64M36 82H64M46 30V82M55 30V82' },
  ],
  bicycle: [
    {
      body: `${ring(22, 68, 21, 14)}${ring(78, 68, 21, 14)}`,
      limbs: 'M22 68L38 36H68L78 68M38 36L50 68L68 36M22 68H50M32 29H45M68 36L64 22H77',
    },
    {
      body: `${ring(38, 60, 34, 27)}${ring(84, 84, 13, 6)}`,
      limbs: 'M38 60L42 12M42 18Q76 26 84 84M30 12H54M46 26h16',
    },
  ],
}
