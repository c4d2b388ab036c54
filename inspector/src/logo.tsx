export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M8 23 21 10" class="stick" />
      <path d="M18.5 20.5a7 7 0 0 0 5-5M19.5 25a11.5 11.5 0 0 0 8-8" class="waves" />
    </svg>
  );
}
