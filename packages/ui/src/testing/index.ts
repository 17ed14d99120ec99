export { type FakeApi, type FakeRequest, fakeApi } from './fake-api.ts'
export { show } from './show.tsx'
