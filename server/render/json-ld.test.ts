import { expect, it } from 'vitest'
import { jsonLdScript } from './json-ld.ts'

function structured(object: object): unknown {
  return JSON.parse(/>(.*)<\/script>$/s.exec(jsonLdScript(object, 'https://school.example'))?.[1] ?? '')
}

it('Addresses in structured data are absolute, others stay', () => {
  const given = {
    url: '/course',
    list: [{ item: '/course/1', image: 'https://cdn.example/a.webp' }],
    name: '/not/an/address',
    logo: { '@id': '/#logo' },
    item: 3,
  }
  expect(structured(given)).toEqual({
    '@context': 'https://schema.org',
    url: 'https://school.example/course',
    list: [{ item: 'https://school.example/course/1', image: 'https://cdn.example/a.webp' }],
    name: '/not/an/address',
    logo: { '@id': 'https://school.example/#logo' },
    item: 3,
  })
})

it('Text that looks like an address stays text', () => {
  const name = '","url":"/evil","x":"\\"url\\":"/a" </script>'
  expect(structured({ name, url: '/$&' })).toEqual({
    '@context': 'https://schema.org',
    name,
    url: 'https://school.example/$&',
  })
})
