import { hasInvisible, withoutInvisible } from '@busbar/kit/visible-text'
/** Claims of a provider about a user. */
export interface Claims {
  subject: string
  /** In lower case; null where it says none. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
  groups: readonly string[]
}

type RawClaims = Readonly<Record<string, unknown>> & { sub: string }

const groupsMax = 10_000
const nameCharsMax = 200

/** As the standard has it, but for letters of any language. */
export const isSubject = (sub: string): boolean => /^\P{Cc}{1,255}$/u.test(sub)

/** True if the token lacks claims that the UserInfo endpoint may return. */
export const needsUserInfo = (token: RawClaims, groupsClaim: string): boolean =>
  token['email'] === undefined || token['email_verified'] === undefined || claimAt(token, groupsClaim) === undefined

/**
 * For users in many groups, some providers send a link instead of the groups. Opening it requires another access token.
 */
export const areGroupsElsewhere = (token: RawClaims, groupsClaim: string): boolean =>
  claimAt(token, groupsClaim) === undefined && Object.hasOwn(token['_claim_names'] ?? {}, groupsClaim)

/**
 * Claims of the token take precedence over UserInfo. The address and its verification always come from the same source.
 */
export const joined = (token: RawClaims, info: RawClaims): RawClaims => {
  const { email, email_verified: isVerified } = info['email'] === undefined ? token : info
  return { ...info, ...token, email, email_verified: isVerified }
}

/** Missing claims mean no address and no groups. Only `true` marks an address as verified. */
export const claimsOf = (claims: RawClaims, groupsClaim: string): Claims => {
  const email = text(claims['email'])?.trim().toLowerCase() ?? null
  const name = nameIn(claims['name']) || nameIn(claims['preferred_username']) || null
  return {
    subject: claims.sub,
    email: isEmail(email) ? email : null,
    isEmailVerified: claims['email_verified'] === true,
    name: name?.slice(0, nameCharsMax) || null,
    groups: groupsOf(claimAt(claims, groupsClaim)),
  }
}

/** Finds a claim by its full name, which may contain dots, or else by its path. */
const claimAt = (claims: Readonly<Record<string, unknown>>, claim: string): unknown =>
  Object.hasOwn(claims, claim)
    ? claims[claim]
    : claim
        .split('.')
        .reduce<unknown>(
          (inside, name) =>
            typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
              ? (inside as Readonly<Record<string, unknown>>)[name]
              : undefined,
          claims,
        )

/** A list of texts, or one text where there is one group. */
const groupsOf = (claim: unknown): string[] => {
  const all: unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.filter((one) => typeof one === 'string').slice(0, groupsMax)
}

const text = (claim: unknown): string | null => (typeof claim === 'string' ? claim.replaceAll(/\p{Cc}/gu, ' ') : null)

const isEmail = (address: string | null): boolean =>
  address !== null && /^[^\s@]+@[^\s@]+$/.test(address) && !hasInvisible(address) && address.length <= 254

const nameIn = (claim: unknown): string => withoutInvisible(text(claim) ?? '').trim()
