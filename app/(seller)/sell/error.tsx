'use client';

// Shows a failure of a page inside the console, so that its sidebar still leads on.
export { default } from '#app/error.tsx';
