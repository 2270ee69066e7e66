/** Addresses of the dashboard's single-page application; the server answers them with its page. */
export const APP_PATHS = [
  '/auth',
  '/auth/reset-password',
  '/auth/verify',
  '/auth/confirm-email',
  '/workspace-setup',
  '/dashboard',
  '/dashboard/profile',
  '/messages',
  '/pages',
  '/profile',
] as const
