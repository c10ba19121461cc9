export { default, generateMetadata } from '#app/not-found.tsx';
