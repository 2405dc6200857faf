package usecase

import "fmt"

// Named returns a placeholder for the use case of a name. Fill replaces it.
func Named(name string) UseCase { return UseCase{Op: Op{Name: name}} }

// Fill replaces what Named gave by the use cases of these names. Several places may want the same one; kind says
// what the places are, such as "tool". The error names a place without a use case, or a use case without a place.
// Both are mistakes of the program.
func Fill(kind string, useCases []UseCase, places ...*UseCase) error {
	byName := make(map[string]UseCase, len(useCases))
	for _, u := range useCases {
		byName[u.Name] = u
	}
	wanted := make(map[string]bool, len(places))
	for _, place := range places {
		u, known := byName[place.Name]
		if !known {
			return fmt.Errorf("no use case for the %s %s", kind, place.Name)
		}
		*place = u
		wanted[u.Name] = true
	}
	for _, u := range useCases {
		if !wanted[u.Name] {
			return fmt.Errorf("no %s for the use case %s", kind, u.Name)
		}
	}
	return nil
}
