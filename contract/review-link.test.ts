import { expect, test } from 'vitest'
import { isReviewLink } from './review-link.ts'

test.each([
  'https://g.page/r/CabcdEFgh/review',
  'https://search.google.com/local/writereview?placeid=ChIJ',
  'https://www.google.com.ua/maps/place/Kava',
  'https://maps.app.goo.gl/AbC123',
])('%s is a page of reviews', (text) => {
  expect(isReviewLink(text)).toBe(true)
})

test.each([
  'http://g.page/r/CabcdEFgh/review',
  'https://google.com.evil.example/review',
  'https://notgoogle.com/review',
  'https://g.page@evil.example/',
  'https://g.page:8443/r',
  'javascript:alert(1)',
  'g.page/r/CabcdEFgh',
  `https://g.page/${'a'.repeat(300)}`,
])('%s is none', (text) => {
  expect(isReviewLink(text)).toBe(false)
})
