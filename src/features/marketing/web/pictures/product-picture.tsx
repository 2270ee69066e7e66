// Pictures of real screens, taken by `npm run screenshots -- product`.
import sizes from './sizes.json'

export type ProductPictureName = keyof typeof sizes

const FILES = import.meta.glob<string>('./*.avif', { eager: true, query: '?url', import: 'default' })

interface ProductPictureProps {
  name: ProductPictureName
  /** Text for people who do not see it. */
  alt: string
  /** Shows the picture of a phone on wide pages too: where the column is narrow. */
  narrow?: boolean
  className?: string
}

/** Screens of the product, in the color scheme of the page. Their space is reserved, and they load when they come near. */
export function ProductPicture({ name, alt, narrow = false, className = '' }: ProductPictureProps) {
  const { wide, phone } = sizes[name]
  const url = (format: 'wide' | 'phone', scheme: 'light' | 'dark') => FILES[`./${name}-${format}-${scheme}.avif`]
  return (
    <picture>
      {!narrow && (
        <>
          <source
            media="(min-width: 640px) and (prefers-color-scheme: dark)"
            srcSet={url('wide', 'dark')}
            width={wide.width}
            height={wide.height}
          />
          <source media="(min-width: 640px)" srcSet={url('wide', 'light')} width={wide.width} height={wide.height} />
        </>
      )}
      <source
        media="(prefers-color-scheme: dark)"
        srcSet={url('phone', 'dark')}
        width={phone.width}
        height={phone.height}
      />
      <img
        src={url('phone', 'light')}
        alt={alt}
        width={phone.width}
        height={phone.height}
        loading="lazy"
        decoding="async"
        className={`h-auto w-full rounded-xl border border-line-strong shadow-overlay ${className}`}
      />
    </picture>
  )
}
